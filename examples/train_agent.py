"""Learn to play by self-play: a small network, NumPy alone, a few minutes on two cores.

    python examples/train_agent.py --rounds 60

It plays hundreds of two-player games at once in `holi.env.VectorEnv`, improves its policy with PPO, and then plays
against bots in `Holi-v0`; `as_bot` makes a bot of it. The reward of an action is how much it changes the lead, read off
the observations; over a game this adds up to the `score` reward. The network knows what a throw is: it evaluates single
squares, and a throw is worth the sum of its squares, which `encoding_of(deck).throws` lists for each action.
"""

from __future__ import annotations

import argparse
import os
import time

os.environ.setdefault("HOLI_MODE", "compiled")  # before holi is imported

import gymnasium
import numpy as np

import holi.env
from holi.env.encoding import FIRST_CORNER, FIRST_FACE_UP
from holi.game import complete_deck

GAMES, STEPS, EPOCHS, BATCHES = 256, 32, 3, 4
RATE, DISCOUNT, TRACE, CLIP, ENTROPY, POINTS = 0.005, 0.99, 0.9, 0.2, 0.01, 5.0
THROWS = holi.env.encoding_of(complete_deck()).throws
PATTERNS = np.zeros((len(THROWS), 25), np.float32)  # which squares of the 5 x 5 around the marker a throw meets
CARDS = np.zeros((len(THROWS), 13), np.float32)
for number, throw in enumerate(THROWS):
    PATTERNS[number, [5 * (y + 2) + x + 2 for x, y in throw.steps]] = 1
    CARDS[number, throw.card - 1] = 1
FULL = np.array([len(throw.steps) == complete_deck().card(throw.card).tokens for throw in THROWS])
CORNERS = np.add.outer(10 * np.arange(6), np.arange(6)).ravel()  # of the 5 x 5 around each square, with a margin of two
WINDOWS = CORNERS[:, None] + np.add.outer(10 * np.arange(5), np.arange(5)).ravel()
INSIDE = CORNERS + 22
FORBIDDEN = -50.0
CELL, GAME = 24, 54  # how many features a square and the game have
MIDDLE = 1 - np.abs(np.subtract.outer([0] * 6, np.arange(6) - 2.5)).ravel() / 2.5
MIDDLE = np.minimum(MIDDLE, MIDDLE.reshape(6, 6).T.ravel()).astype(np.float32)


def neighbours(plane):
    """By square: the sum of the four squares beside it."""
    wide = np.zeros((len(plane), 8, 8), np.float32)
    wide[:, 1:7, 1:7] = plane.reshape(-1, 6, 6)
    return (wide[:, :6, 1:7] + wide[:, 2:, 1:7] + wide[:, 1:7, :6] + wide[:, 1:7, 2:]).reshape(-1, 36)


def lead(observations):
    """How many points the observer is ahead of the other player, if the game ended now (R9, without rivalry cards)."""
    board, features = holi.env.board_and_features(observations)
    tokens = board[:, :12].reshape(len(board), 3, 4, 36).sum(3, dtype=np.int32)
    counts = features[:, 120:].astype(np.int32)
    own, other = (tokens[:, :, seat] @ np.array([1, 2, 3]) for seat in (0, 1))
    sweets = 5 * np.sign(counts[:, 16] - counts[:, 17])
    return own - other + 2 * (counts[:, 4] - counts[:, 1]) + counts[:, 20] - counts[:, 21] + sweets


def token_worth(level, taken, markers):
    """By square of the marker's level: points for a token thrown there, wherever it falls (R4.7, R7, R9.1, R9.2)."""
    rows = np.arange(len(level))
    below, lowest = np.maximum(level - 1, 0), np.maximum(level - 2, 0)
    level = level[:, None]
    falls_to_ground = np.where(markers[rows, lowest], 2, 1)
    stops_below = (level == 1) | (taken[rows, lowest] > 0)
    falls = np.where(markers[rows, below], 2, np.where(stops_below, level, falls_to_ground))
    rests = (level == 0) | (taken[rows, below] > 0)
    own_level = level[:, 0]
    worth = np.where(markers[rows, own_level], 3, np.where(rests, level + 1, falls))
    return np.where(taken[rows, own_level], FORBIDDEN, worth).astype(np.float32)


def best_throws(worth, hand):
    """By square: the points of the best throw from there with the cards in hand, or -1 if there is none."""
    margin = np.full((len(worth), 100), FORBIDDEN, np.float32)
    margin[:, INSIDE] = worth
    points = margin[:, WINDOWS] @ PATTERNS[FULL].T
    points += np.where(hand @ CARDS[FULL].T > 0, 0, FORBIDDEN)[:, None, :]
    return np.maximum(points.max(2), -1)


def look(observations):
    """What the network sees: features of every square of the marker's level, features of the game, the marker."""
    board, features = holi.env.board_and_features(observations)
    board = board.reshape(-1, 28, 36).astype(np.float32)
    features = features.astype(np.float32)
    rows = np.arange(len(board))
    markers = board[:, 12:24].reshape(-1, 3, 4, 36)
    tokens = board[:, :12].reshape(-1, 3, 4, 36)
    level = markers[:, :, 0].sum(2).argmax(1)
    square = markers[rows, level, 0].argmax(1)
    taken, rivals = tokens.sum(2), markers[:, :, 1:].sum(2) > 0
    own, others = tokens[:, :, 0], tokens[:, :, 1:].sum(2)
    above = np.arange(3)[None, :, None] > level[:, None, None]
    beside, inner = neighbours(taken[rows, level]), neighbours(np.ones_like(taken[:, 0])) == 4
    worth = token_worth(level, taken, rivals)
    best = best_throws(worth, features[:, 16:29])
    can_climb = inner * (beside == 4) * (level[:, None] < 2)
    sweets = np.stack([board[:, 24] + board[:, 25], board[:, 26], 0 * board[:, 26]], 1)[rows, level]
    planes = [
        own[rows, level], others[rows, level], rivals[rows, level], np.maximum(worth, -1), sweets, (own * above).sum(1),
        (others * above).sum(1), beside / 4, can_climb, inner * (beside == 3), inner * (beside == 2), best / 2,
        neighbours(own[rows, level]) / 4, np.broadcast_to(MIDDLE, best.shape),
    ]  # fmt: skip
    game = [
        np.eye(3)[level], features[:, 13:16], features[:, [120, 144, 148]] / [25, 3, 13],
        (features[:, [136]] - features[:, [137]]) / 5, best[rows, square, None] / 2, can_climb[rows, square, None],
        best.max(1, keepdims=True) / 2, features[:, 120:160] / 25, np.tanh(lead(observations)[:, None] / 20),
    ]  # fmt: skip
    globally = np.concatenate(game, 1).astype(np.float32)
    spread = np.broadcast_to(globally[:, None, :10], (len(board), 36, 10))
    return np.concatenate([np.stack(planes, 2), spread], 2).astype(np.float32), globally, square


class Network:
    """Evaluates squares (to throw onto, to lay face down on, to move to), kinds of actions and the position."""

    def __init__(self, seed):
        rng = np.random.default_rng(seed)
        shapes = {"a1": (CELL, 32), "c1": (32,), "a2": (32, 3), "a0": (CELL, 3), "b1": (GAME, 64), "d1": (64,),
                  "b2": (64, 10), "b0": (GAME, 10), "up": (13,), "down": (13,)}  # fmt: skip
        self.p = {name: np.zeros(shape, np.float32) for name, shape in shapes.items()}
        for name in ("a1", "a2", "b1", "b2"):
            size = np.sqrt(shapes[name][0]) * (10 if name.endswith("2") else 1)
            self.p[name] += rng.normal(size=shapes[name]) / size
        self.moments = {name: (np.zeros_like(v), np.zeros_like(v)) for name, v in self.p.items()}
        self.updates = 0

    def forward(self, seen):
        """The logits of all actions, the value of the position in `POINTS`, and what `backward` needs."""
        cells, globally, square = seen
        p = self.p
        h1 = np.maximum(cells @ p["a1"] + p["c1"], 0)
        worth = h1 @ p["a2"] + cells @ p["a0"]  # by square: throw, face down, move
        g1 = np.maximum(globally @ p["b1"] + p["d1"], 0)
        g2 = g1 @ p["b2"] + globally @ p["b0"]  # four corners, climb, end, up, down, move, value
        margin = np.zeros((len(cells), 100), np.float32)
        margin[:, INSIDE] = worth[:, :, 0]
        at = WINDOWS[square]
        logits = np.empty((len(cells), FIRST_FACE_UP + len(THROWS)), np.float32)
        logits[:, :36] = worth[:, :, 2] + g2[:, 8:9]
        down = p["down"][:, None] + worth[:, None, :, 1] + g2[:, 7, None, None]
        logits[:, 36:FIRST_CORNER] = down.reshape(len(cells), -1)
        logits[:, FIRST_CORNER:FIRST_FACE_UP] = g2[:, :6]
        logits[:, FIRST_FACE_UP:] = np.take_along_axis(margin, at, 1) @ PATTERNS.T + CARDS @ p["up"] + g2[:, 6:7]
        return logits, g2[:, 9], (h1, g1, at)

    def backward(self, seen, kept, d_logits, d_value):
        """The gradient of a loss by all numbers, from its gradient by logits and values."""
        cells, globally, _ = seen
        h1, g1, at = kept
        d_up = d_logits[:, FIRST_FACE_UP:]
        d_down = d_logits[:, 36:FIRST_CORNER].reshape(-1, 13, 36)
        margin = np.zeros((len(cells), 100), np.float32)
        np.put_along_axis(margin, at, d_up @ PATTERNS, 1)
        d_worth = np.stack([margin[:, INSIDE], d_down.sum(1), d_logits[:, :36]], 2).reshape(-1, 3)
        kinds = [d_up.sum(1), d_down.sum((1, 2)), d_logits[:, :36].sum(1), d_value]
        d_g2 = np.concatenate([d_logits[:, FIRST_CORNER:FIRST_FACE_UP], np.stack(kinds, 1)], 1)
        cells, h1 = cells.reshape(-1, CELL), h1.reshape(-1, 32)
        d_h1 = (d_worth @ self.p["a2"].T) * (h1 > 0)
        d_g1 = (d_g2 @ self.p["b2"].T) * (g1 > 0)
        return {
            "up": d_up.sum(0) @ CARDS, "down": d_down.sum((0, 2)),
            "a2": h1.T @ d_worth, "a0": cells.T @ d_worth, "a1": cells.T @ d_h1, "c1": d_h1.sum(0),
            "b2": g1.T @ d_g2, "b0": globally.T @ d_g2, "b1": globally.T @ d_g1, "d1": d_g1.sum(0),
        }  # fmt: skip

    def improve(self, grad, rate):
        """One step of Adam."""
        self.updates += 1
        size = np.sqrt(sum(float((g**2).sum()) for g in grad.values()))
        for name, slope in grad.items():
            g = slope * min(1.0, 0.5 / (size + 1e-8))
            first, second = self.moments[name]
            first += 0.1 * (g - first)
            second += 0.001 * (g * g - second)
            fixed = first / (1 - 0.9**self.updates), second / (1 - 0.999**self.updates)
            self.p[name] -= rate * fixed[0] / (np.sqrt(fixed[1]) + 1e-8)


def chances(logits, masks):
    """The softmax over the legal actions."""
    logits = np.where(masks > 0, logits, -1e9)
    weights = np.exp(logits - logits.max(1, keepdims=True))
    return weights / weights.sum(1, keepdims=True)


def rollout(env, network, rng):
    """Play on in all games; for each step what was seen, done and thought, and the reward in points."""
    steps = []
    for _ in range(STEPS):
        seen, masks = look(env.observations), env.masks.copy()
        logits, values, _ = network.forward(seen)
        probability = chances(logits, masks)
        drawn = (probability.cumsum(1) > rng.random((len(masks), 1)) * 0.999999).argmax(1)
        before, seats = lead(env.observations), env.seats.copy()
        env.step(drawn)
        sign = np.where(env.seats == seats, 1, -1)
        rows = np.arange(len(masks))
        after = np.where(env.terminated, env.rewards[rows, seats], sign * lead(env.observations))
        reward = (after - before) / POINTS
        steps.append((seen, masks, drawn, probability[rows, drawn], values, reward, env.terminated.copy(), sign))
    return steps


def learn(env, network, rng, rate):
    """A round of PPO; returns the mean reward of an action, in points."""
    steps = rollout(env, network, rng)
    _, following, _ = network.forward(look(env.observations))
    advantage, advantages = 0.0, []
    for _, _, _, _, values, reward, over, sign in reversed(steps):  # what is good for the other is bad for oneself
        going_on = np.where(over, 0, sign)
        advantage = reward + DISCOUNT * going_on * following - values + DISCOUNT * TRACE * going_on * advantage
        following = values
        advantages.append(advantage)
    cells, globally, square = (np.concatenate(parts) for parts in zip(*(step[0] for step in steps), strict=True))
    masks, drawn, old, values = (np.concatenate([step[i] for step in steps]) for i in (1, 2, 3, 4))
    gains = np.concatenate(advantages[::-1]).astype(np.float32)
    targets = values + gains
    gains = (gains - gains.mean()) / (gains.std() + 1e-6)
    for _ in range(EPOCHS):
        for part in np.array_split(rng.permutation(len(gains)), BATCHES):
            seen = cells[part], globally[part], square[part]
            logits, value, kept = network.forward(seen)
            probability = chances(logits, masks[part])
            rows = np.arange(len(part))
            ratio = probability[rows, drawn[part]] / old[part]
            gain = gains[part]
            free = np.where(gain > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
            d_logits = probability * (gain * ratio * free)[:, None]
            d_logits[rows, drawn[part]] -= gain * ratio * free
            logs = np.log(probability + 1e-9)
            d_logits += ENTROPY * probability * (logs - (probability * logs).sum(1, keepdims=True))
            d_value = 0.5 * (value - targets[part])
            grad = network.backward(seen, kept, d_logits / len(part), d_value / len(part))
            network.improve(grad, rate)
    return POINTS * float(np.mean([step[5] for step in steps]))


def best_action(network, observation, mask):
    logits, _, _ = network.forward(look(observation[None]))
    return int(np.where(mask > 0, logits[0], -np.inf).argmax())


def as_bot(network):
    """The network as a bot, which plays wherever ours do."""
    return holi.env.PolicyBot(lambda observation, mask: best_action(network, observation, mask), name="trained")


def play(network, opponent, games, seed):
    """Play against a level or a bot; return the share of games won and the mean lead at the end."""
    env = gymnasium.make("Holi-v0", opponents=opponent, seat=None, rewards="score", disable_env_checker=True)
    leads = []
    for number in range(games):
        observation, info = env.reset(seed=seed + number)
        over = False
        while not over:
            action = best_action(network, observation, info["action_mask"])
            observation, reward, over, _, info = env.step(action)
        leads.append(reward)
    return float(np.mean(np.array(leads) > 0)), float(np.mean(leads))


def train(rounds, seed=0, say=print):
    env = holi.env.VectorEnv(GAMES, players=2, rewards="score")
    env.reset(seed=seed)
    network, rng = Network(seed), np.random.default_rng(seed)
    began = time.monotonic()
    for done in range(1, rounds + 1):
        gained = learn(env, network, rng, RATE * (1 - 0.9 * done / rounds))
        if done % 5 == 0:
            say(f"{time.monotonic() - began:5.0f} s, round {done}: {gained:+.2f} points an action", flush=True)
    return network


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=60, help=f"rounds of {GAMES * STEPS} actions to learn from")
    parser.add_argument("--games", type=int, default=200, help="games against each bot afterwards")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    network = train(options.rounds, options.seed)
    for level in ("random", "novice", "casual", "greedy"):
        won, ahead = play(network, level, options.games, 1000)
        print(f"against {level}: {won:.0%} of {options.games} games won, {ahead:+.1f} points on average")


if __name__ == "__main__":
    main()
