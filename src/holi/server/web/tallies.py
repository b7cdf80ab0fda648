"""Counters and histograms that cost next to nothing: for what is counted with every move.

They are plain numbers, put into the form of `prometheus_client` only when somebody asks for the figures. Its own
take a lock for every count, because threads may share them; these are used by the event loop alone.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import accumulate

from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector


class Count:
    """How often something has happened."""

    __slots__ = ("value",)

    def __init__(self) -> None:
        self.value = 0

    def inc(self) -> None:
        """It has happened once more."""
        self.value += 1


class Tally(Collector):
    """Counts by the value of one label."""

    def __init__(self, name: str, about: str, label: str) -> None:
        self._name, self._about, self._label = name, about, label
        self._counts: dict[str, Count] = {}

    def labels(self, value: str) -> Count:
        """The count of what has this label."""
        return self._counts.setdefault(value, Count())

    def collect(self) -> Iterable[Metric]:
        """All counts, for Prometheus."""
        family = CounterMetricFamily(self._name, self._about, labels=[self._label])
        for value, count in self._counts.items():
            family.add_metric([value], count.value)
        yield family


class Durations(Collector):
    """How long things took, by seconds up to each of some bounds."""

    def __init__(self, name: str, about: str, bounds: Sequence[float]) -> None:
        self._name, self._about, self._bounds = name, about, bounds
        self._counts = [0] * (len(bounds) + 1)
        self._sum = 0.0

    def observe(self, seconds: float) -> None:
        """Something took so long."""
        self._counts[bisect_left(self._bounds, seconds)] += 1
        self._sum += seconds

    def collect(self) -> Iterable[Metric]:
        """The histogram, for Prometheus."""
        names = [*(str(float(bound)) for bound in self._bounds), "+Inf"]
        buckets = list(zip(names, accumulate(map(float, self._counts)), strict=True))
        yield HistogramMetricFamily(self._name, self._about, buckets=buckets, sum_value=self._sum)
