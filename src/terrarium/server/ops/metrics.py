"""The figures of this worker, for /metrics."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import cache

from prometheus_client import REGISTRY, Counter, Gauge, Histogram
from prometheus_client.core import HistogramMetricFamily
from prometheus_client.registry import Collector


class Times(Collector):
    """How often something took how long, counted by the event loop alone: it needs no lock, and every move is counted
    several times. One row of counts for each value of `label`, or a single one."""

    def __init__(
        self, name: str, told: str, buckets: Sequence[float], label: str = "", of: Sequence[str] = ("",)
    ) -> None:
        self._name, self._told, self._label = name, told, label
        self._buckets = (*buckets, float("inf"))
        self._counts = {value: [0] * len(self._buckets) for value in of}
        self._sums = dict.fromkeys(of, 0.0)
        REGISTRY.register(self)

    def observe(self, seconds: float, value: str = "") -> None:
        self._counts[value][bisect_left(self._buckets, seconds)] += 1
        self._sums[value] += seconds

    def describe(self) -> Iterable[HistogramMetricFamily]:
        yield HistogramMetricFamily(self._name, self._told, labels=[self._label] if self._label else [])

    def collect(self) -> Iterable[HistogramMetricFamily]:
        [family] = self.describe()
        for value, counts in self._counts.items():
            upto, shown = 0, []
            for bound, count in zip(self._buckets, counts, strict=True):
                upto += count
                shown.append(("+Inf" if bound == float("inf") else str(bound), upto))
            family.add_metric([value] if self._label else [], shown, self._sums[value])
        yield family


MOVES = Counter("terrarium_moves_total", "Submissions carried out and saved", ["how"])
moves_of = cache(MOVES.labels)
"""The counter of one `how`: looking it up takes longer than counting."""
REFUSALS = Counter("terrarium_refusals_total", "Submissions refused", ["code"])
CONFLICTS = Counter("terrarium_conflicts_total", "Commits that another worker had forestalled")
PACKETS = Counter("terrarium_frames_total", "Packets queued for sockets")
CUT_OFF = Counter("terrarium_cut_off_total", "Clients cut off", ["why"])
SOCKETS = Gauge("terrarium_sockets", "Open sockets")
ROOMS = Gauge("terrarium_rooms", "Games in memory")
_QUICK = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
ACK = Times("terrarium_ack_seconds", "From the submission to the acknowledgement", _QUICK)
STAGES = Times(
    "terrarium_move_stage_seconds",
    "Where the time of a move goes: wait, rules, disk, tell",
    _QUICK,
    "stage",
    ("wait", "rules", "disk", "tell"),
)
BOT = Histogram("terrarium_bot_seconds", "Time a bot took to answer", buckets=(0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 30))
REQUESTS = Counter("terrarium_requests_total", "HTTP requests", ["method", "status"])
