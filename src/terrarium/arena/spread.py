"""Matches spread over processes of this machine, or over a Ray cluster; results come back as they are ready."""

import logging
import multiprocessing
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import Any, TypeVar

from terrarium.arena.match import Match, Result, play
from terrarium.kernel.contract import NotationError

Task = TypeVar("Task")
Found = TypeVar("Found")


def here(matches: list[Match], workers: int) -> Iterator[Result]:
    """Play on this machine; one worker plays in this process."""
    return on_cores(play, matches, workers)


def on_cores(work: Callable[[Task], Found], tasks: list[Task], workers: int) -> Iterator[Found]:
    """Each task's result, in processes of this machine; one worker works in this process."""
    if workers <= 1 or len(tasks) <= 1:
        for task in tasks:
            yield work(task)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(workers, len(tasks)), context) as pool:
        waiting = [pool.submit(work, task) for task in tasks]
        for done in as_completed(waiting):
            yield done.result()


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
