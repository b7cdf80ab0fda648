/**
 * English: the lessons. `lesson.<id>.` has a lesson's title, what it tells, its task, a hint, and what is said when it is
 * done. The learner is blue; spaces are named as on the boards.
 */
export default {
  "learn.about": "Short lessons on a real tower. Try things, undo them, try again: nothing can go wrong.",
  "learn.progress": "{done} of {all} lessons done",
  "learn.begin": "Start with the first lesson",
  "learn.go-on": "Go on: {title}",
  "learn.all-done": "You know all the rules.",
  "learn.again": "Forget my progress",
  "learn.done": "done",
  "learn.practice": "Practice game",
  "learn.practice-about": "One Novice bot and you. The page shows everything you can do, and what it would score.",
  "learn.practice-play": "Play against Novice",
  "learn.tips": "Five tips to win",
  "learn.tip-1": "Never waste a turn’s move: collect sweets early, two at a time on the ground.",
  "learn.tip-2": "Build a cross of color around a space, step into it and climb. Three points on top beat one on the ground.",
  "learn.tip-3": "Before you climb, leave color beneath the spaces you want to throw at: color only stays up if there is color right below it.",
  "learn.tip-4": "A direct hit is worth three points in all. Stay out of the reach of the others.",
  "learn.tip-5": "Moving onto other players’ tokens gives their owners two points each. Look before you step.",

  "chapter.start": "The start",
  "chapter.throw": "Throwing color",
  "chapter.move": "Moving",
  "chapter.climb": "Climbing",
  "chapter.fall": "Falling color",
  "chapter.end": "End of turn and game",
  "chapter.score": "Scoring",
  "chapter.rules": "Rivalry cards that change rules",
  "chapter.scoring": "Rivalry cards that score",

  "lesson.number": "Lesson {number} of {all}",
  "lesson.task": "Your task",
  "lesson.hint": "Hint",
  "lesson.show": "Show me",
  "lesson.reset": "Start again",
  "lesson.next": "Next lesson",
  "lesson.to-list": "All lessons",
  "lesson.to-practice": "To the practice game",
  "lesson.solved": "Done!",
  "lesson.not-yet": "Not yet.",
  "lesson.turn-over": "The turn is over, and the task is not done yet. {hint}",
  "lesson.shown": "This was one way to do it.",
  "lesson.unknown": "There is no such lesson.",
  "lesson.scores": "The scores",

  "lesson.corner.title": "Choose a corner",
  "lesson.corner.text":
    "The courtyard has three levels: ground, middle and top. You are Blue, the peacock, with 25 tokens of color and 13 cards. Sweets lie beside the corners of the two lower levels. Everyone starts on a free corner of the ground. When all markers are placed, each player draws a first card.",
  "lesson.corner.task": "Put your marker on one of the four corners.",
  "lesson.corner.hint": "Click a corner that is lit on the ground level. With the keyboard: arrows, then Enter.",
  "lesson.corner.done": "The others choose after you, in turn, from the corners that are left.",

  "lesson.face-up.title": "Throw color",
  "lesson.face-up.text":
    "In every turn you must throw color once. A card shows filled squares: your marker stands for one of them, and each of the others gets a token of yours. The page shows every way the card can lie.",
  "lesson.face-up.task": "Take your card and throw color with it.",
  "lesson.face-up.hint": "Click the card, or press 1. Then point at a marked space and click.",
  "lesson.face-up.done": "Two tokens lie in the courtyard: one point each, for now.",

  "lesson.rotation.title": "Turn the card",
  "lesson.rotation.text":
    "You may turn a card to any of its four sides, and your marker may stand for any of its filled squares. You may never flip it over like a mirror. That makes up to twelve ways.",
  "lesson.rotation.task": "Color d3 and e2 with one throw.",
  "lesson.rotation.hint": "Take the card and point at d3. Turn it with the wheel, with R or with the button, until e2 is covered too.",
  "lesson.rotation.done": "Where several ways cover the space you point at, turning goes through them.",

  "lesson.edges.title": "What fits",
  "lesson.edges.text":
    "All filled squares must lie on the board, and none of them on color. Blank squares may hang over the edge. Sweets do not matter: color lands on top of them, and they stay where they are.",
  "lesson.edges.task": "From the corner, throw color onto the sweets on a2.",
  "lesson.edges.hint": "To the right, Yellow’s token on c1 is in the way of the straight card. Upwards the way is clear.",
  "lesson.edges.done": "The sweets are still there. Whoever moves there gets both, sweets and token.",

  "lesson.star.title": "Star cards",
  "lesson.star.text":
    "On some cards there is a star. Then your marker must stand for the star, and every filled square gets a token: three instead of two. More color, but fewer ways to lay it.",
  "lesson.star.task": "Throw three tokens with the star card.",
  "lesson.star.hint": "Take the card and choose any way that is offered. One of the four is barred by color.",
  "lesson.star.done": "Three tokens in one throw.",

  "lesson.hit.title": "Direct hit",
  "lesson.hit.text":
    "If a target holds another player’s marker on your own level, your token lands in their supply: a direct hit. You score one point at once, and two more at the end for your token in their supply.",
  "lesson.hit.task": "Hit Yellow on d3.",
  "lesson.hit.hint": "The straight card reaches c3 and d3 from b3.",
  "lesson.hit.done": "One point now, two at the end.",

  "lesson.face-down.title": "Face down",
  "lesson.face-down.text":
    "Instead of following its pattern, you may play a card face down: one token on any space of your level, near or far, without color and without a marker. It is never a direct hit.",
  "lesson.face-down.task": "Play a card face down and put a token on e5.",
  "lesson.face-down.hint": "Take a card, choose “Face down” or press F, then click e5.",
  "lesson.face-down.done": "Nobody sees which card it was.",

  "lesson.not-twice.title": "Not twice in a row",
  "lesson.not-twice.text":
    "If the last card on your discard pile lies face down, the next one must be played face up. So plan ahead: keep a card that fits.",
  "lesson.not-twice.task": "Your last card lies face down. Play one face up.",
  "lesson.not-twice.hint": "Take a card; only face up is offered now.",
  "lesson.not-twice.done": "Now face down would be allowed again.",

  "lesson.few-tokens.title": "The last tokens",
  "lesson.few-tokens.text":
    "With fewer tokens than targets, you throw all you have and choose which targets get them. The whole pattern must fit all the same. After your last token you can only end your turn.",
  "lesson.few-tokens.task": "You have one token left. Use it to hit Yellow on d2.",
  "lesson.few-tokens.hint": "The card covers b4 and d2. Point at d2.",
  "lesson.few-tokens.done": "A good end: three points for one token.",

  "lesson.sweets.title": "Move and collect sweets",
  "lesson.sweets.text":
    "Once in a turn you may move, before or after the throw, to any space of your level without a marker, however far. Sweets there become yours. At the end, five points for every player who has fewer sweets than you.",
  "lesson.sweets.task": "Move onto a space with two sweets.",
  "lesson.sweets.hint": "Choose “Move”, press M or click your marker. Then click one of the lit spaces.",
  "lesson.sweets.done": "Two sweets are yours. You still owe a throw in this turn.",

  "lesson.collect.title": "Move onto color",
  "lesson.collect.text":
    "If you move onto a token, you collect it. Your own you can throw again. Tokens of others stay in your supply and bring their owner two points each at the end, so keep off them.",
  "lesson.collect.task": "Take back one of your own tokens on e4 and e5.",
  "lesson.collect.hint": "Move to e4 or e5; yellow tokens are not yours.",
  "lesson.collect.done": "It is back in your supply.",

  "lesson.order.title": "Any order",
  "lesson.order.text":
    "Throw, move and climb come in any order, each at most once. The throw is a must: as long as any order makes one possible, you have to. Here nothing fits in the corner, and your last card lies face down.",
  "lesson.order.task": "Move to where the star card fits, then play it.",
  "lesson.order.hint": "The card needs three free spaces diagonally next to you. Move to the middle, c3 for example, then throw.",
  "lesson.order.done": "Only spaces from which a throw fits were offered.",

  "lesson.climb.title": "Climb",
  "lesson.climb.text":
    "When color of any owner lies on all four sides of you, you may climb to the same space one level up. Diagonals do not count. There is no way back down.",
  "lesson.climb.task": "Climb to the middle level.",
  "lesson.climb.hint": "Choose “Climb” or press C.",
  "lesson.climb.done": "You take nothing with you from below. From here each token that stays is worth two points.",

  "lesson.way-up.title": "Build the way up",
  "lesson.way-up.text":
    "Below the hand the page says which sides still need color. A throw can fill them, and then you climb in the same turn.",
  "lesson.way-up.task": "Fill b3 and d3 with one throw, then climb.",
  "lesson.way-up.hint": "Lay the straight card across, with your marker in its middle. Then climb.",
  "lesson.way-up.done": "Throw and climb in one turn, and you can still move.",

  "lesson.barred.title": "Where you cannot climb",
  "lesson.barred.text":
    "You cannot climb if a marker stands right above you, and never from an edge or a corner, because a side is missing there. Yellow stands above you.",
  "lesson.barred.task": "Move to another place with color on four sides, and climb there.",
  "lesson.barred.hint": "Look at e4: color on d4, f4, e3 and e5.",
  "lesson.barred.done": "Move first, then climb: the order is yours.",

  "lesson.stays.title": "1. Color that stays",
  "lesson.stays.text":
    "A token thrown on an upper level stays there only if there is a token right below it. Point at a space to see how it would fall.",
  "lesson.stays.task": "Throw two tokens that stay on the middle level.",
  "lesson.stays.hint": "There is color on the ground under d3 and e3.",
  "lesson.stays.done": "Two points each instead of one.",

  "lesson.one-level.title": "2. Falling one level",
  "lesson.one-level.text":
    "Without a token below, it falls. If there is a token right below it there, it stops.",
  "lesson.one-level.task": "From the top, throw a token that falls to the middle and stops there.",
  "lesson.one-level.hint": "Under d3 and e3 the ground has color and the middle has none.",
  "lesson.one-level.done": "From top to middle, held up by the token on the ground.",

  "lesson.two-levels.title": "3. Falling two levels",
  "lesson.two-levels.text": "If there is no color anywhere below, a token falls from the top down to the ground.",
  "lesson.two-levels.task": "Throw a token that falls from the top to the ground.",
  "lesson.two-levels.hint": "Below d3 and e3 everything is empty.",
  "lesson.two-levels.done": "All the way down. On the top it would have been worth three points, here it is one.",

  "lesson.rain.title": "4. Falling onto players",
  "lesson.rain.text":
    "A falling token that meets a marker goes into that player’s supply and falls no further. This is no direct hit and scores nothing now, but two points at the end.",
  "lesson.rain.task": "Let color fall onto Yellow, who stands on e3 one level below.",
  "lesson.rain.hint": "Lay the straight card to the right: d3 and e3.",
  "lesson.rain.done": "Two points at the end for you.",

  "lesson.under.title": "5. Stepping under color",
  "lesson.under.text":
    "There is never color right above a marker. Move to a space with tokens above it, and after the token of the space itself all those fall onto you, up to the next marker.",
  "lesson.under.task": "Step to e4 and collect the whole stack.",
  "lesson.under.hint": "Move your marker to e4 on the ground.",
  "lesson.under.done": "One yellow token, and two of your own to throw again.",

  "lesson.through-sweets.title": "6. Through the sweets",
  "lesson.through-sweets.text": "Sweets hold no color: a token falls through them. The sweets themselves are sticky and never fall.",
  "lesson.through-sweets.task": "Throw a token on a2 and watch it fall through the sweets of the middle level.",
  "lesson.through-sweets.hint": "Lay the diagonal card with your marker in the middle: a2 and c4.",
  "lesson.through-sweets.done": "It lies on the sweets of the ground. The other token stays on the top: there is color below.",

  "lesson.end-turn.title": "End your turn",
  "lesson.end-turn.text":
    "When you have thrown and need nothing more, you end your turn. Then you draw until you hold three cards. Until then you can undo everything.",
  "lesson.end-turn.task": "Throw, then end your turn.",
  "lesson.end-turn.hint": "Play the card any way you like, then “End turn” or E.",
  "lesson.end-turn.done": "After your first turn you draw three cards, later mostly one. Then the next player has a turn.",

  "lesson.whole-turn.title": "A whole turn",
  "lesson.whole-turn.text": "A full turn has all three: a throw, a climb and a move. Here it can be done.",
  "lesson.whole-turn.task": "Throw, climb, move and end the turn.",
  "lesson.whole-turn.hint": "Fill b3 and d3, climb, move to sweets on the middle level, end the turn.",
  "lesson.whole-turn.done": "Color, height and sweets in one turn.",

  "lesson.no-tokens.title": "Out of tokens",
  "lesson.no-tokens.text":
    "If you have no token of your own left at the end of your turn, the game is over for you. The others play on. Your marker stays, blocks its space and can still be hit.",
  "lesson.no-tokens.task": "Throw your last two tokens and end the turn.",
  "lesson.no-tokens.hint": "The diagonal card covers b4 and d2. Then end your turn.",
  "lesson.no-tokens.done": "You are finished. Your points so far stay yours.",

  "lesson.no-cards.title": "Out of cards",
  "lesson.no-cards.text":
    "Each player has 13 cards, so there are at most 13 turns. If your hand is empty at the end of your turn, and nothing is left to draw, you are finished as well.",
  "lesson.no-cards.task": "Play your last card and end the turn.",
  "lesson.no-cards.hint": "Any throw will do.",
  "lesson.no-cards.done": "You are finished, whatever is left in your supply.",

  "lesson.no-throw.title": "No throw possible",
  "lesson.no-throw.text":
    "A player who cannot throw at the start of their turn, in whatever order they move and climb, is finished at once. Yellow’s last card lies face down, and in hand is only a star card that needs three free spaces diagonally next to the marker.",
  "lesson.no-throw.task": "Fill d3 and e3, so that nothing is left for Yellow, and end your turn.",
  "lesson.no-throw.hint": "Your straight card reaches d3 and e3; the tokens fall to the ground. Then end your turn.",
  "lesson.no-throw.done": "Yellow is finished, and it is your turn again.",

  "lesson.over.title": "The end of the game",
  "lesson.over.text": "When all players are finished, the game is over and is scored. Yellow is finished already; this is the last turn.",
  "lesson.over.task": "Make the last throw and end the game.",
  "lesson.over.hint": "Throw your last two tokens, then end your turn.",
  "lesson.over.done": "The scores show what came from where. The next lessons look at each part.",

  "lesson.levels.title": "Levels",
  "lesson.levels.text":
    "At the end each of your tokens scores by its level: one point on the ground, two in the middle, three on the top. So it pays to throw where color stays up.",
  "lesson.levels.task": "Bring two tokens to the top level: six points.",
  "lesson.levels.hint": "On the middle level there is color on b3 and d3. The straight card covers both.",
  "lesson.levels.done": "Three points each.",

  "lesson.on-others.title": "Color on others",
  "lesson.on-others.text":
    "Each of your tokens in another player’s supply scores two points at the end, however it got there: by a direct hit, by falling, or because they moved onto it.",
  "lesson.on-others.task": "Color both Yellow and Red with one throw.",
  "lesson.on-others.hint": "Yellow stands beside you on d3; Red stands on the ground under e3.",
  "lesson.on-others.done": "One point for the direct hit, and twice two at the end.",

  "lesson.most-sweets.title": "Sweets",
  "lesson.most-sweets.text":
    "At the end you score five points for each player who has fewer sweets than you. Equal is not fewer. You have one, the others have two each.",
  "lesson.most-sweets.task": "Get ahead of both: ten points.",
  "lesson.most-sweets.hint": "Move to a space with two sweets; on the ground there are always two.",
  "lesson.most-sweets.done": "One space, ten points. Others can still overtake you.",

  "lesson.ties.title": "Ties",
  "lesson.ties.text":
    "Most points win. In a tie, whoever has more of their color on others wins; then more sweets; then the earlier player, or, under the other rule, whoever finished first. One token is left, and both places give two points, which makes a tie.",
  "lesson.ties.task": "Throw your last token so that you win the tie, and end the game.",
  "lesson.ties.hint": "Let it fall onto Yellow under e3: that counts as color on others.",
  "lesson.ties.done": "32 to 32, and you have more color on others.",

  "lesson.best-turn.title": "The best turn",
  "lesson.best-turn.text":
    "Now everything at once. Point at things before you do them: the page says what you would gain, and what the others would.",
  "lesson.best-turn.task": "Raise your score from 7 to 21 or more in this turn.",
  "lesson.best-turn.hint": "One sweet more than Yellow and Red is worth ten points. Yellow stands on c2, within reach of your cards.",
  "lesson.best-turn.done": "You are ready to play.",

  "rules.text": "Up to three rivalry cards lie open in a game, two are recommended, and none makes a simpler game. Some change a rule for everyone; take at most one of those. Here one is in play:",
  "rules.hint": "Read the card, then look at what the page offers now.",
  "rules.done": "It holds for all players alike, as long as the game lasts.",
  "scoring.text": "Some rivalry cards give points in new ways, at once or at the end. In play:",
  "scoring.task": { one: "Score {count} point with this card.", other: "Score {count} points with this card." },
  "scoring.hint": "Point at your choices: the preview says what each would score.",
  "scoring.done": "Beside the tower, a card always shows what it is worth now.",
  "lesson.short-steps.task": "Collect sweets that are within two steps.",
  "lesson.helping-hands.task": "Climb, although one side has no color.",
  "lesson.mirror-dance.task": "Color d4 and d5: only the mirrored card fits.",
  "lesson.open-pockets.task": "Throw and end your turn, and draw up to four cards.",
  "lesson.free-handfuls.task": "Your last card lies face down. Play another one face down.",
  "lesson.splash.task": "Play the straight card across the color beside you.",
  "lesson.last-dance.task": "Yellow is finished. Take your last turn and end it.",
  "lesson.swap-places.task": "Change places with Yellow on e4, and climb there.",

  "lesson.setup.title": "The set-up",
  "lesson.setup.text": "Sweets lie on the eight spaces beside the corners: two on each on the ground, one on each on the middle level, 24 in all. The most colorfully dressed player begins, says the rulebook; here a draw decides. Then it goes clockwise: Blue, Yellow, Red, Green.",
  "lesson.setup.task": "Start between the sweets of a5 and b6, on a6.",
  "lesson.setup.hint": "Click the corner a6 of the ground.",
  "lesson.setup.done": "Now Yellow chooses, then Red, then Green. In the same order you all take your turns.",

  "lesson.one-token.title": "One token a space",
  "lesson.one-token.text": "A space never holds more than one token, whoever owns it. So a card fits only where all its targets are free of color. Beside you, b3 and d3 are taken.",
  "lesson.one-token.task": "Play the straight card so that it fits: onto c2 and c4.",
  "lesson.one-token.hint": "Point at c4 and turn the card until c2 is covered too, with your marker in the middle.",
  "lesson.one-token.done": "Left and right there was no room; above and below there was.",

  "lesson.face-down-falls.title": "Face down, from above",
  "lesson.face-down-falls.text": "A token from a card played face down falls too, if you throw it on the middle or the top level and there is no token right below.",
  "lesson.face-down-falls.task": "Play a card face down onto f6 and watch the token fall.",
  "lesson.face-down-falls.hint": "Take a card, choose “Face down” or press F, then click f6 on the middle level.",
  "lesson.face-down-falls.done": "It fell to the ground: one point there instead of two.",

  "lesson.final-score.title": "A whole score",
  "lesson.final-score.text": "At the end everything is added up: your tokens by level, your tokens in other supplies, five points for each player with fewer sweets, direct hits, and the rivalry cards, here the rangoli. Yellow and Red are finished.",
  "lesson.final-score.task": "Play your last card onto c5 and d5, end the game and read the table.",
  "lesson.final-score.hint": "The straight card to the left covers c5 and d5. Then end your turn.",
  "lesson.final-score.done": "Yellow and Red have 37 points each, you have 35. Others hold three of Yellow’s tokens and two of Red’s, so Yellow wins. You have as many sweets as Yellow: no points for either.",

  "learn.first": "Your first game",
  "learn.first-about": "About fifteen minutes against one gentle bot, without rivalry cards. A coach says what matters, when it matters.",
  "learn.first-play": "Play with the coach",

  "coach.title": "Coach",
  "coach.says": "Coach: {text}",
  "coach.off": "Switch the coach off",
  "coach.on": "Switch the coach on",
  "coach.quiet": "Your turn. I speak up when there is something new.",
  "coach.watch": "{name} is playing. Watch where the color lands.",
  "coach.tip": "The best turn I see: {reason}. “Hint” shows how.",
  "coach.corner": "Welcome! Put your marker on a corner of the ground level. The sweets right beside it are worth having early.",
  "coach.throw": "Now throw color: take a card. You stand for one filled square, each other one gets a token of yours. The tower shows where they land.",
  "coach.star": "Card {card} has a star. That is where you stand, and every filled square gets a token.",
  "coach.face-down": "No card fits here face up. Play one face down: one token on any free space of your level, near or far.",
  "coach.not-twice": "Your last card lies face down, so this time you must play one face up.",
  "coach.no-throw": "No card fits where you stand, but you must throw. Move or climb first: only spaces from which a card fits are offered.",
  "coach.hit": "{name} is within reach on {square}. A direct hit: one point now, and two at the end for the token in {name}’s supply.",
  "coach.hit-you": "A direct hit on you! {name} gets one point at once, and two at the end for the token in your supply. Keep out of reach if you can.",
  "coach.sweets": "Once a turn you may move, as far as you like. Sweets on {square}: {count}. Whoever has more sweets at the end gets five points.",
  "coach.end": "You have thrown, so you can end your turn, or undo what you did. Then you draw until you hold three cards.",
  "coach.climb-soon": "Climbing takes color on all four sides of you. Still without color: {squares}.",
  "coach.climb": "Color lies on all four sides, so you can climb. Color counts more up there, but there is no way back down.",
  "coach.levels": "You are up! At the end each token counts one point on the ground, two on the middle level, three on the top.",
  "coach.fall": "Color stays up only on color right below it. On {square} a token would fall; point at any space to see how far.",
  "coach.rain": "Falling color has met a marker: {name}’s. No point at once, but two at the end for whoever threw it.",
  "coach.gives": "On {square} you would pick up {name}’s color. That brings {name} two points a token at the end, so step around it.",
  "coach.take-back": "Moving to {square} takes color of your own back into your supply. You can throw it again, perhaps higher up.",
  "coach.few-tokens": { one: "You have {count} token left to throw. With none left at the end of your turn, you are finished.", other: "You have {count} tokens left to throw. With none left at the end of your turn, you are finished." },
  "coach.near-end": "Your deck is empty, so the end is near. You hold {count} cards: at most {count} turns, with this one.",
  "coach.last-turn": "Your last card, your last turn! Point at every way to play it, and take the one that brings most.",
  "coach.they-finished": "{name} is finished and cannot answer any more. You play on until you are finished too.",
  "coach.you-finished": "You are finished. {name} plays on to the end, and can still hit your marker. Then the points are counted.",

  "count.title": "Where your points come from",
  "count.G": "Ground: {points}. One point for each of your tokens there.",
  "count.M": "Middle level: {points}. Two points for each token that stayed up.",
  "count.T": "Top level: {points}. Three points for each token that stayed up.",
  "count.on-others": "On others: {points}. Two points for each of your tokens in {name}’s supply.",
  "count.sweets": "Sweets: {points}. You have {mine}, {name} has {theirs}; more than the other means five points.",
  "count.hits": "During play: {points}. One point for each direct hit.",
  "count.next": "What next?",
  "count.lessons": "Lessons: one rule at a time",
  "count.play": "Play with two rivalry cards",
} as const;
