"""Research environments: the same games behind the interfaces of PettingZoo, Gymnasium, OpenSpiel and NumPy.

    from terrarium import envs

    env = envs.aec("small-world", players=2)              # PettingZoo, every seat
    env = envs.single("small-world", opponents=["random"])  # Gymnasium, one seat
    env = gymnasium.make("terrarium/small-world-2p-v0")   # the same by name
    env = envs.vector("small-world", count=256)           # many games a call, NumPy arrays

They come with the extra `envs` (`pip install 'terrarium-games[envs]'`), the OpenSpiel adapter with `openspiel`.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from terrarium.envs.seat_env import SeatEnv
    from terrarium.envs.table_env import TableEnv
    from terrarium.envs.vector_env import VectorTable


class MissingExtra(ImportError):
    """A package of an extra is not installed; the message says which extra brings it."""


def need(package: str, extra: str) -> None:
    """Raise `MissingExtra` unless a package can be imported."""
    try:
        __import__(package)
    except ImportError as error:
        sentence = f"{package} is not installed: pip install 'terrarium-games[{extra}]'"
        raise MissingExtra(sentence) from error


def aec(title: str, players: int = 2, **wishes: Any) -> "TableEnv":
    """A PettingZoo environment in which every seat is an agent."""
    need("numpy", "envs")
    need("pettingzoo", "envs")
    from terrarium.envs.table_env import TableEnv

    return TableEnv(title, players, **wishes)


def single(title: str, players: int = 2, **wishes: Any) -> "SeatEnv":
    """A Gymnasium environment of one seat; the others are played by chosen opponents."""
    need("numpy", "envs")
    need("gymnasium", "envs")
    from terrarium.envs.seat_env import SeatEnv

    return SeatEnv(title, players, **wishes)


def vector(title: str, players: int = 2, count: int = 64, **wishes: Any) -> "VectorTable":
    """Many games stepped by one call into NumPy arrays."""
    need("numpy", "envs")
    from terrarium.envs.vector_env import VectorTable

    return VectorTable(title, players, count, **wishes)


def announce() -> None:
    """Tell Gymnasium the names of the environments, where it is installed."""
    try:
        import gymnasium  # noqa: F401
    except ImportError:  # there is more than its interface here
        return
    from terrarium.envs.registry import register_all

    register_all()


announce()
