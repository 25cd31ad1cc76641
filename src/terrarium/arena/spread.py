"""Matches spread over processes of this machine, or over a Ray cluster; results come back as they are ready."""

import logging
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from typing import Any, TypeVar

from terrarium.arena.match import Match, Result, play
from terrarium.kernel.contract import NotationError

Task = TypeVar("Task")
Found = TypeVar("Found")
AHEAD = 4
"""Tasks of each process that are handed out at once."""


def here(matches: list[Match], workers: int) -> Iterator[Result]:
    """Play on this machine; one worker plays in this process."""
    return on_cores(play, matches, workers)


def on_cores(work: Callable[[Task], Found], tasks: list[Task], workers: int) -> Iterator[Found]:
    """Each task's result, in so many processes of this machine; one worker works in this process. Who stops asking, or
    breaks off, ends them with what they are at."""
    if workers <= 1 or len(tasks) <= 1:
        for task in tasks:
            yield work(task)
        return
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(min(workers, len(tasks)), context, initializer=deaf)
    tasks = tasks[::-1]
    waiting = {pool.submit(work, tasks.pop()) for _ in range(min(AHEAD * workers, len(tasks)))}
    try:
        while waiting:
            ready, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            waiting |= {pool.submit(work, tasks.pop()) for _ in range(min(len(ready), len(tasks)))}
            for done in ready:
                yield done.result()
    except BaseException:
        processes = [*(pool._processes or {}).values()]
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()
        raise
    pool.shutdown()


def deaf() -> None:
    """Signals that reach all processes of a command are answered by the one that spreads the work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)


def on_ray(matches: list[Match], address: str) -> Iterator[Result]:
    """Play on the Ray cluster at an address (`local` starts one here)."""
    try:
        import ray
    except ImportError as error:
        raise NotationError("needs_extra", {"extra": "ray"}) from error
    quiet: dict[str, Any] = {"logging_level": logging.ERROR, "log_to_driver": False, "include_dashboard": False}
    started = not ray.is_initialized()
    try:
        if started and address == "local":
            ray.init(address="local", num_cpus=os.cpu_count() or 1, **quiet)
        elif started:
            ray.init(address=address, logging_level=logging.ERROR, log_to_driver=False)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise NotationError("no_cluster", {"address": address}) from error
    try:
        remote = ray.remote(play)
        waiting = [remote.remote(match) for match in matches]
        while waiting:
            ready, waiting = ray.wait(waiting)
            yield from ray.get(ready)
    finally:
        if started:
            ray.shutdown()
