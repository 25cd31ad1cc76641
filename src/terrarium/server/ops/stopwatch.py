"""Where the time of a move goes: waiting for its turn in the room, the rules, the disk, telling everybody."""

import time

import structlog

from terrarium.server.ops import metrics

log = structlog.get_logger()


class StopWatch:
    """Times the stages of one move."""

    def __init__(self) -> None:
        self._last = time.perf_counter()
        self.laps: dict[str, float] = {}

    def lap(self, stage: str) -> None:
        """The stage that ends now."""
        now = time.perf_counter()
        self.laps[stage] = self.laps.get(stage, 0.0) + now - self._last
        self._last = now

    def report(self, game: str, slow_ms: float) -> None:
        """Into the figures; and into the log, where the operator asked for slow moves and this was one."""
        for stage, seconds in self.laps.items():
            metrics.STAGES.observe(seconds, stage)
        total = sum(self.laps.values())
        metrics.ACK.observe(total - self.laps.get("tell", 0.0))
        if 0 < slow_ms <= total * 1000:
            stages = {stage: round(seconds * 1000, 1) for stage, seconds in self.laps.items()}
            log.warning("slow_move", game=game, ms=round(total * 1000, 1), **stages)
