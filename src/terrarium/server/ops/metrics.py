"""The figures of this worker, for /metrics."""

from prometheus_client import Counter, Gauge, Histogram

MOVES = Counter("terrarium_moves_total", "Submissions carried out and saved", ["how"])
REFUSALS = Counter("terrarium_refusals_total", "Submissions refused", ["code"])
CONFLICTS = Counter("terrarium_conflicts_total", "Commits that another worker had forestalled")
PACKETS = Counter("terrarium_frames_total", "Packets queued for sockets")
CUT_OFF = Counter("terrarium_cut_off_total", "Clients cut off", ["why"])
SOCKETS = Gauge("terrarium_sockets", "Open sockets")
ROOMS = Gauge("terrarium_rooms", "Games in memory")
_QUICK = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
ACK = Histogram("terrarium_ack_seconds", "From the submission to the acknowledgement", buckets=_QUICK)
STAGES = Histogram(
    "terrarium_move_stage_seconds", "Where the time of a move goes: wait, rules, disk, tell", ["stage"], buckets=_QUICK
)
BOT = Histogram("terrarium_bot_seconds", "Time a bot took to answer", buckets=(0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 30))
REQUESTS = Counter("terrarium_requests_total", "HTTP requests", ["method", "status"])
