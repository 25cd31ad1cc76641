"""Train a masked PPO agent by self-play on the two-player map of Small World, on one CPU core.

    pip install 'terrarium-games[envs,train]'
    python examples/train_ppo.py --minutes 15 --curve docs/pictures/ppo.svg --save agent.pt

Both seats are played by the same network through the vector environment. Two players who fight over one sum of points
need one value only: what is good for one seat is as bad for the other, so the advantage is passed from step to step
with a change of sign whenever the turn passes. Every evaluation plays against fixed opponents with seats swapped.
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from terrarium import envs
from terrarium.envs.match import win_share
from terrarium.envs.vector_env import VectorTable

GAMES = 256
STEPS = 64
EPOCHS = 3
MINIBATCH = 2048
CLIP = 0.2
TRACE = 0.95
"""Lambda of generalised advantage estimation; there is no discount, games are short."""
POINT = 0.1
"""Reward of one point more than the opponent; winning is worth 1."""


class Agent(nn.Module):
    """A trunk over the whole observation, and one small head that is shared by all regions.

    An action that names a region (`conquer 14`, `deploy 14 3`) gets its logit from that region's columns and the
    trunk, with the same weights for every region; all others come from the trunk alone.
    """

    def __init__(self, env: VectorTable, scale: Tensor, width: int = 256, part: int = 64) -> None:
        super().__init__()
        fields = [field for field in env.observer.fields if field.name.startswith("region ")]
        self.regions, self.first, self.per = len(fields), fields[0].start, fields[0].count
        plain, kinds, order = sort_actions(env, self.regions)
        self.register_buffer("scale", scale)
        self.register_buffer("order", torch.tensor(order))
        self.trunk = nn.Sequential(
            nn.Linear(env.observation.shape[1], width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.context = nn.Linear(width, part)
        self.region = nn.Linear(self.per, part, bias=False)
        self.place = nn.Parameter(torch.zeros(self.regions, part))
        self.kinds = nn.Linear(part, kinds)
        self.plain = nn.Linear(width, plain)
        self.value = nn.Linear(width, 1)
        for head in (self.kinds, self.plain, self.value):
            nn.init.orthogonal_(head.weight, 0.01)
            nn.init.zeros_(head.bias)

    def forward(self, observation: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Log-probabilities of all actions, and the value for the seat that must answer."""
        seen = observation.float() * self.scale
        trunk = self.trunk(seen)
        near = seen[:, self.first : self.first + self.regions * self.per].reshape(-1, self.regions, self.per)
        parts = torch.relu(self.region(near) + self.context(trunk)[:, None] + self.place)
        logits = torch.cat([self.plain(trunk), self.kinds(parts).flatten(1)], 1)[:, self.order]
        return torch.log_softmax(logits.masked_fill(~mask, -1e9), 1), self.value(trunk)[:, 0]


def sort_actions(env: VectorTable, regions: int) -> tuple[int, int, list[int]]:
    """How many actions name no region, how many kinds of those that do, and where each action's logit stands."""
    plain: list[int] = []
    kinds: dict[str, int] = {}
    about: dict[int, tuple[int, str]] = {}
    for number, code in enumerate(env.observer.actions):
        verb, *words = env.state.text(code).split()
        numbers = [word for word in words if word.isdigit()]
        if verb in ("conquer", "abandon", "deploy", "place", "empty") and numbers:
            words.remove(numbers[0])
            kind = " ".join([verb, *words])
            kinds.setdefault(kind, len(kinds))
            about[number] = (int(numbers[0]), kind)
        else:
            plain.append(number)
    order = [0] * len(env.observer.actions)
    for place, number in enumerate(plain):
        order[number] = place
    for number, (region, kind) in about.items():
        order[number] = len(plain) + region * len(kinds) + kinds[kind]
    return len(plain), len(kinds), order


class Rollout:
    """What was seen and done in some steps of many games."""

    def __init__(self, env: VectorTable) -> None:
        games, columns = env.observation.shape
        self.observation = np.zeros((STEPS, games, columns), np.int16)
        self.mask = np.zeros((STEPS, games, env.mask.shape[1]), bool)
        self.action = np.zeros((STEPS, games), np.int64)
        self.log = np.zeros((STEPS, games), np.float32)
        self.value = np.zeros((STEPS, games), np.float32)
        self.reward = np.zeros((STEPS, games), np.float32)
        self.passed = np.zeros((STEPS, games), np.float32)
        """1 when the same seat goes on, -1 when the other follows, 0 when the game ended."""

    def play(self, env: VectorTable, agent: Agent) -> None:
        everyone = np.arange(env.seat.size)
        for step in range(STEPS):
            self.observation[step], self.mask[step] = env.observation, env.mask
            seat = env.seat.copy()
            log, value = look(agent, self.observation[step], self.mask[step])
            action = torch.multinomial(log.exp(), 1)
            self.action[step], self.value[step] = action[:, 0].numpy(), value.numpy()
            self.log[step] = log.gather(1, action)[:, 0].numpy()
            env.step(self.action[step])
            lead = env.gains[everyone, seat] - env.gains[everyone, 1 - seat]
            self.reward[step] = POINT * lead + env.rewards()[everyone, seat]
            self.passed[step] = np.where(env.ended, 0, np.where(env.seat == seat, 1, -1))
        _, self.after = look(agent, env.observation, env.mask.astype(bool))

    def advantages(self) -> np.ndarray:
        found = np.zeros_like(self.value)
        value, trace = self.after.numpy(), np.zeros_like(self.value[0])
        for step in reversed(range(STEPS)):
            error = self.reward[step] + self.passed[step] * value - self.value[step]
            trace = error + TRACE * self.passed[step] * trace
            found[step], value = trace, self.value[step]
        return found


@torch.no_grad()
def look(agent: Agent, observation: np.ndarray, mask: np.ndarray) -> tuple[Tensor, Tensor]:
    found: tuple[Tensor, Tensor] = agent(torch.from_numpy(observation.copy()), torch.from_numpy(mask.copy()))
    return found


def improve(agent: Agent, optimiser: torch.optim.Optimizer, rollout: Rollout, entropy: float) -> dict[str, float]:
    """Some epochs of clipped policy gradient over a rollout."""
    advantage = rollout.advantages()
    target = torch.from_numpy((advantage + rollout.value).ravel())
    advantage = torch.from_numpy(((advantage - advantage.mean()) / (advantage.std() + 1e-6)).ravel())
    observation = torch.from_numpy(rollout.observation).flatten(0, 1)
    mask = torch.from_numpy(rollout.mask).flatten(0, 1)
    action, old = torch.from_numpy(rollout.action.ravel()), torch.from_numpy(rollout.log.ravel())
    told = {"entropy": 0.0, "value_error": 0.0}
    for _ in range(EPOCHS):
        for part in torch.randperm(action.numel()).split(MINIBATCH):
            log, value = agent(observation[part], mask[part])
            ratio = (log.gather(1, action[part, None])[:, 0] - old[part]).exp()
            gain = torch.minimum(ratio * advantage[part], ratio.clamp(1 - CLIP, 1 + CLIP) * advantage[part]).mean()
            spread = -(log.exp() * log.clamp(min=-50)).sum(1).mean()
            error = (value - target[part]).square().mean()
            optimiser.zero_grad()
            (0.5 * error - gain - entropy * spread).backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimiser.step()
            told = {"entropy": spread.item(), "value_error": error.item()}
    return told


def scale_of(env: VectorTable, steps: int = 60) -> Tensor:
    """One over the spread of each column in random play."""
    seen = []
    for _ in range(steps):
        seen.append(env.observation[::8].copy())
        env.step(env.sample())
    return torch.from_numpy(1 / np.maximum(np.concatenate(seen).std(0), 0.25)).float()


def evaluate(agent: Agent, opponents: list[str], games: int, seed: int) -> dict[str, float]:
    """The share of games won against each opponent; the agent plays its likeliest action."""

    def choose(observation: np.ndarray, mask: np.ndarray) -> np.ndarray:
        found: np.ndarray = look(agent, observation, mask.astype(bool))[0].argmax(1).numpy()
        return found

    found = {}
    for name in opponents:
        found[name] = win_share("small-world", choose, name, games, seed)
    return found


def train(minutes: float, opponents: list[str], games: int, every: float, seed: int) -> tuple[Agent, list[dict]]:
    """Train for so many minutes, evaluations not counted; give the agent and its learning curve."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    env = envs.vector("small-world", count=GAMES, skip_forced=True, seed=seed)
    agent = Agent(env, scale_of(env))
    optimiser = torch.optim.Adam(agent.parameters(), lr=1e-3, eps=1e-5)
    rollout = Rollout(env)
    curve: list[dict] = []
    spent, steps, due = 0.0, 0, 0.0
    while True:
        done = spent / (minutes * 60)
        if spent >= due or done >= 1:
            shares = evaluate(agent, opponents, games, 10_000_000 + len(curve) * games)
            curve.append({"minutes": round(spent / 60, 2), "steps": steps, **shares})
            print(json.dumps(curve[-1]), flush=True)
            due += every * 60
        if done >= 1:
            return agent, curve
        start = time.process_time()
        optimiser.param_groups[0]["lr"] = 1e-3 * max(1 - done, 0.05)
        rollout.play(env, agent)
        told = improve(agent, optimiser, rollout, 0.02 * (1 - done) + 0.002)
        spent += time.process_time() - start
        steps += GAMES * STEPS
        if steps % (GAMES * STEPS * 20) == 0:
            print(f"# {spent / 60:.1f} min {steps:,} steps {told}", flush=True)


def draw(curve: list[dict], path: Path) -> None:
    """The learning curve as a small picture."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    pyplot.rcParams["svg.fonttype"] = "none"
    figure, axes = pyplot.subplots(figsize=(6, 3.4), layout="constrained")
    for name in [key for key in curve[0] if key not in ("minutes", "steps")]:
        axes.plot([row["minutes"] for row in curve], [100 * row[name] for row in curve], marker=".", label=name)
    axes.axhline(50, color="grey", linewidth=0.8, linestyle=":")
    axes.set(xlabel="minutes of one CPU core", ylabel="games won, %", ylim=(0, 100), title="Masked PPO, 2-player map")
    axes.legend(title="against")
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, metadata={"Date": None})


def main() -> None:
    parser = argparse.ArgumentParser(description="Train a masked PPO agent on the two-player map.")
    parser.add_argument("--minutes", type=float, default=15, help="CPU minutes of training")
    parser.add_argument("--every", type=float, default=1, help="CPU minutes between evaluations")
    parser.add_argument("--games", type=int, default=200, help="games of an evaluation against each opponent")
    parser.add_argument("--against", default="random,grabber,greedy", help="opponents of the evaluation")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--curve", type=Path, help="where to draw the learning curve (.svg or .png)")
    parser.add_argument("--save", type=Path, help="where to keep the trained weights")
    wishes = parser.parse_args()
    agent, curve = train(wishes.minutes, wishes.against.split(","), wishes.games, wishes.every, wishes.seed)
    if wishes.save:
        torch.save(agent.state_dict(), wishes.save)
    if wishes.curve:
        draw(curve, wishes.curve)


if __name__ == "__main__":
    main()
