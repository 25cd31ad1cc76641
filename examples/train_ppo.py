"""Train a masked PPO agent by self-play at a table of two, any title, on one CPU core.

    pip install 'terrarium-games[train]'
    python examples/train_ppo.py --title small-world --minutes 10 --curve curve.svg --export small-world.npz

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

from terrarium import catalog, envs
from terrarium.bots.policies import layout_of, packed
from terrarium.envs.curve import draw
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
NAMING = ("conquer", "abandon", "deploy", "place", "empty", "take", "build", "transform", "upgrade")
"""Verbs whose actions name a place of the board: a region, or a hex."""


class Agent(nn.Module):
    """A trunk over the whole observation, and one small head that is shared by all places of the board.

    An action that names a place (`conquer 14`, `deploy 14 3`, `build f3`) gets its logit from that place's columns and
    the trunk, with the same weights for every place; all others come from the trunk alone.
    """

    def __init__(self, env: VectorTable, scale: Tensor, width: int = 192, part: int = 32) -> None:
        super().__init__()
        fields = [field for field in env.observer.fields if field.name.split()[0] in ("region", "hex")]
        self.places, self.first, self.per = len(fields), fields[0].start, fields[0].count
        plain, kinds, order = sort_actions(env)
        self.register_buffer("scale", scale)
        self.register_buffer("order", torch.tensor(order))
        self.trunk = nn.Sequential(
            nn.Linear(env.observation.shape[1], width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.context = nn.Linear(width, part)
        self.near = nn.Linear(self.per, part, bias=False)
        self.place = nn.Parameter(torch.zeros(self.places, part))
        self.kinds = nn.Linear(part, kinds)
        self.plain = nn.Linear(width, plain)
        self.value = nn.Linear(width, 1)
        for head in (self.kinds, self.plain, self.value):
            nn.init.orthogonal_(head.weight, 0.01)
            nn.init.zeros_(head.bias)

    def forward(self, observation: Tensor, legal: Tensor) -> tuple[Tensor, Tensor]:
        """Log-probabilities of the legal actions (`listed`), and the value for the seat that must answer."""
        seen = observation.float() * self.scale
        trunk = self.trunk(seen)
        near = seen[:, self.first : self.first + self.places * self.per].reshape(-1, self.places, self.per)
        parts = torch.relu(self.near(near) + self.context(trunk)[:, None] + self.place)
        likings = torch.cat([self.plain(trunk), self.kinds(parts).flatten(1)], 1)
        logits = likings.gather(1, self.order[legal.clamp(min=0)]).masked_fill(legal < 0, -1e9)
        return torch.log_softmax(logits, 1), self.value(trunk)[:, 0]


def listed(mask: np.ndarray) -> np.ndarray:
    """The legal actions of each row, filled up with -1: few of many, so all that follows is narrow."""
    rows, actions = np.nonzero(mask)
    counts = np.bincount(rows, minlength=len(mask))
    found = np.full((len(mask), counts.max()), -1)
    found[rows, np.arange(rows.size) - np.repeat(counts.cumsum() - counts, counts)] = actions
    return found


def sort_actions(env: VectorTable) -> tuple[int, int, list[int]]:
    """How many actions name no place, how many kinds of those that do, and where each action's logit stands."""
    texts = [env.state.text(code).split() for code in env.observer.actions]
    # Every place can be conquered, or built on: in the order of their columns.
    places = [words[1] for words in texts if words[0] in ("conquer", "build")]
    plain: list[int] = []
    kinds: dict[str, int] = {}
    about: dict[int, tuple[int, str]] = {}
    for number, (verb, *words) in enumerate(texts):
        named = [word for word in words if word in places]
        if verb in NAMING and named:
            words.remove(named[0])
            kind = " ".join([verb, *words])
            kinds.setdefault(kind, len(kinds))
            about[number] = (places.index(named[0]), kind)
        else:
            plain.append(number)
    order = [0] * len(texts)
    for at, number in enumerate(plain):
        order[number] = at
    for number, (place, kind) in about.items():
        order[number] = len(plain) + place * len(kinds) + kinds[kind]
    return len(plain), len(kinds), order


class Rollout:
    """What was seen and done in some steps of many games."""

    def __init__(self, env: VectorTable) -> None:
        games, columns = env.observation.shape
        self.observation = np.zeros((STEPS, games, columns), np.int16)
        self.mask = np.zeros((STEPS, games, env.mask.shape[1]), np.int8)
        self.place = np.zeros((STEPS, games), np.int64)
        """Of the action that was chosen, among the legal ones."""
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
            legal = listed(env.mask)
            log, value = look(agent, env.observation, legal)
            place = torch.multinomial(log.exp(), 1)
            self.place[step], self.value[step] = place[:, 0].numpy(), value.numpy()
            self.log[step] = log.gather(1, place)[:, 0].numpy()
            env.step(legal[everyone, self.place[step]])
            lead = env.gains[everyone, seat] - env.gains[everyone, 1 - seat]
            self.reward[step] = POINT * lead + env.rewards()[everyone, seat]
            self.passed[step] = np.where(env.ended, 0, np.where(env.seat == seat, 1, -1))
        _, self.after = look(agent, env.observation, listed(env.mask))

    def advantages(self) -> np.ndarray:
        found = np.zeros_like(self.value)
        value, trace = self.after.numpy(), np.zeros_like(self.value[0])
        for step in reversed(range(STEPS)):
            error = self.reward[step] + self.passed[step] * value - self.value[step]
            trace = error + TRACE * self.passed[step] * trace
            found[step], value = trace, self.value[step]
        return found


@torch.no_grad()
def look(agent: Agent, observation: np.ndarray, legal: np.ndarray) -> tuple[Tensor, Tensor]:
    found: tuple[Tensor, Tensor] = agent(torch.from_numpy(observation.copy()), torch.from_numpy(legal))
    return found


def improve(agent: Agent, optimiser: torch.optim.Optimizer, rollout: Rollout, entropy: float) -> dict[str, float]:
    """Some epochs of clipped policy gradient over a rollout."""
    advantage = rollout.advantages()
    target = torch.from_numpy((advantage + rollout.value).ravel())
    advantage = torch.from_numpy(((advantage - advantage.mean()) / (advantage.std() + 1e-6)).ravel())
    observation = torch.from_numpy(rollout.observation).flatten(0, 1)
    mask = rollout.mask.reshape(observation.shape[0], -1)
    place, old = torch.from_numpy(rollout.place.ravel()), torch.from_numpy(rollout.log.ravel())
    told = {"entropy": 0.0, "value_error": 0.0}
    for _ in range(EPOCHS):
        for part in torch.randperm(place.numel()).split(MINIBATCH):
            log, value = agent(observation[part], torch.from_numpy(listed(mask[part.numpy()])))
            ratio = (log.gather(1, place[part, None])[:, 0] - old[part]).exp()
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


def evaluate(agent: Agent, title: str, opponents: list[str], games: int, seed: int) -> dict[str, float]:
    """The share of games won against each opponent; the agent plays its likeliest action."""

    def choose(observation: np.ndarray, mask: np.ndarray) -> np.ndarray:
        legal = listed(mask)
        best: np.ndarray = look(agent, observation, legal)[0].argmax(1).numpy()
        return legal[np.arange(len(legal)), best]

    found = {}
    for name in opponents:
        found[name] = win_share(title, choose, name, games, seed)
    return found


def train(
    title: str, minutes: float, opponents: list[str], games: int, every: float, seed: int
) -> tuple[Agent, VectorTable, list[dict]]:
    """Train for so many minutes, evaluations not counted; give the agent, its environment and its learning curve."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    env = envs.vector(title, count=GAMES, skip_forced=True, seed=seed)
    agent = Agent(env, scale_of(env))
    optimiser = torch.optim.Adam(agent.parameters(), lr=1e-3, eps=1e-5)
    rollout = Rollout(env)
    curve: list[dict] = []
    spent, steps, due = 0.0, 0, 0.0
    while True:
        done = spent / (minutes * 60)
        if spent >= due or done >= 1:
            shares = evaluate(agent, title, opponents, games, 10_000_000 + len(curve) * games)
            curve.append({"minutes": round(spent / 60, 2), "steps": steps, **shares})
            print(json.dumps(curve[-1]), flush=True)
            due += every * 60
        if done >= 1:
            return agent, env, curve
        start = time.process_time()
        optimiser.param_groups[0]["lr"] = 1e-3 * max(1 - done, 0.05)
        rollout.play(env, agent)
        told = improve(agent, optimiser, rollout, 0.02 * (1 - done) + 0.002)
        spent += time.process_time() - start
        steps += GAMES * STEPS
        if steps % (GAMES * STEPS * 20) == 0:
            print(f"# {spent / 60:.1f} min {steps:,} steps {told}", flush=True)


def export(agent: Agent, env: VectorTable, curve: list[dict], path: Path) -> None:
    """The policy as the bot `trained` reads it: half precision, without the value, with a page about itself."""
    game = env.game
    about = {
        "title": game.title,
        "players": game.players,
        "map": game.map_name,
        "options": game.options,
        "layout": layout_of(env.observer),
        "first": agent.first,
        "curve": curve,
    }
    weights = {name: tensor.half() for name, tensor in agent.state_dict().items() if not name.startswith("value.")}
    weights["order"] = agent.order.short()
    path.write_bytes(packed(about, {name: tensor.numpy() for name, tensor in weights.items()}))


def main() -> None:
    parser = argparse.ArgumentParser(description="Train a masked PPO agent by self-play at a table of two.")
    parser.add_argument("--title", default="small-world", choices=list(catalog.titles()))
    parser.add_argument("--minutes", type=float, default=4, help="CPU minutes of training")
    parser.add_argument("--every", type=float, default=0.5, help="CPU minutes between evaluations")
    parser.add_argument("--games", type=int, default=200, help="games of an evaluation against each opponent")
    parser.add_argument("--against", default="random,grabber,greedy", help="opponents of the evaluation")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--curve", type=Path, help="where to draw the learning curve (.svg or .png)")
    parser.add_argument("--save", type=Path, help="where to keep the trained weights, for PyTorch")
    parser.add_argument("--export", type=Path, help="where to keep the policy for the bot `trained` (.npz)")
    wishes = parser.parse_args()
    agent, env, curve = train(
        wishes.title, wishes.minutes, wishes.against.split(","), wishes.games, wishes.every, wishes.seed
    )
    if wishes.save:
        torch.save(agent.state_dict(), wishes.save)
    if wishes.export:
        export(agent, env, curve, wishes.export)
    if wishes.curve:
        draw(curve, f"Masked PPO, {wishes.title}", wishes.curve)


if __name__ == "__main__":
    main()
