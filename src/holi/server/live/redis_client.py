"""How Redis is spoken to: faults show at once, because whoever asks has another way."""

from __future__ import annotations

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from holi.game.errors import ConfigError, quoted

REDIS_FAULTS = (RedisError, OSError, TimeoutError)

ANSWER_SECONDS = 3.0
"""Redis counts as away after this long without an answer."""


def open_redis(url: str) -> Redis:
    """A client for an address such as `redis://host:6379/0`; it connects with its first command."""
    try:
        return Redis.from_url(
            url,
            decode_responses=True,
            socket_timeout=ANSWER_SECONDS,
            socket_connect_timeout=ANSWER_SECONDS,
            retry=Retry(NoBackoff(), 0),
        )
    except ValueError as error:
        raise ConfigError(f"{quoted(url)} is no Redis; write redis://HOST:PORT ({error})") from None
