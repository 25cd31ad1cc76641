"""Train sb3-contrib's MaskablePPO on a seat of Small World, with the environment as Gymnasium makes it.

    pip install 'terrarium-games[train]'
    python examples/train_maskable_ppo.py --minutes 10 --curve curve.svg --save agent.zip

Nothing here is Terrarium's own but the name of the environment: masks come from its `action_masks()`, the opponent
plays inside `step`. Stable-Baselines3 asks for one seat's decisions one by one, so this is slower than the self-play of
train_ppo.py, and much shorter.
"""

import argparse
import json
import time
from pathlib import Path

import gymnasium
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.env_util import make_vec_env

import terrarium.envs  # noqa: F401 - makes the names known to Gymnasium
from terrarium.envs.curve import draw
from terrarium.envs.registry import name_of, tables

ENVS = 8
"""Games side by side."""
STEPS = 256
"""Decisions in each between two improvements."""


def win_share(model: MaskablePPO, name: str, opponent: str, games: int, seed: int) -> float:
    """The share of games won from drawn seats by the model's likeliest actions; a shared win counts half."""
    env = gymnasium.make(name, opponents=[opponent], seat=None, skip_forced=True)
    won = 0.0
    for game in range(games):
        seen, info = env.reset(seed=seed + game)
        over, reward = False, 0.0
        while not over:
            action, _ = model.predict(seen, action_masks=info["action_mask"], deterministic=True)
            seen, reward, over, _, info = env.step(int(action))
        players = len(info["points"])
        won += (reward * (players - 1) + 1) / players  # a win pays 1, and the others share -1
    return won / games


class Curve(BaseCallback):
    """Ends the training when its time is over, and plays the opponents now and then; that time is not counted."""

    def __init__(self, name: str, minutes: float, every: float, opponents: list[str], games: int) -> None:
        super().__init__()
        self.name, self.minutes, self.every, self.opponents, self.games = name, minutes, every, opponents, games
        self.spent, self.due, self.rows = 0.0, 0.0, []

    def _on_training_start(self) -> None:
        self.last = time.process_time()

    def _on_step(self) -> bool:
        return self.spent < self.minutes * 60

    def _on_rollout_start(self) -> None:
        """Between two improvements."""
        self.spent += time.process_time() - self.last
        if self.due <= self.spent < self.minutes * 60:
            self.measure()
        self.last = time.process_time()

    def measure(self) -> None:
        self.due += self.every * 60
        row = {"minutes": round(self.spent / 60, 2), "steps": self.num_timesteps}
        for opponent in self.opponents:
            row[opponent] = win_share(self.model, self.name, opponent, self.games, 10_000_000)
        self.rows.append(row)
        print(json.dumps(row), flush=True)


def train(
    name: str, opponent: str, minutes: float, steps: int, every: float, against: list[str], games: int, seed: int
) -> tuple[MaskablePPO, list[dict]]:
    """Train until the minutes or the steps are spent; give the model and its learning curve."""
    torch.set_num_threads(1)
    wishes = {"opponents": [opponent], "seat": None, "skip_forced": True, "render_mode": None}
    env = make_vec_env(name, n_envs=ENVS, seed=seed, env_kwargs=wishes)
    model = MaskablePPO(
        "MultiInputPolicy", env, n_steps=STEPS, batch_size=512, n_epochs=4, gamma=1.0, ent_coef=0.01, seed=seed,
        device="cpu",
    )  # fmt: skip
    curve = Curve(name, minutes, every, against, games)
    model.learn(steps, callback=curve)
    curve.measure()
    return model, curve.rows


def main() -> None:
    parser = argparse.ArgumentParser(description="Train sb3-contrib's MaskablePPO on one seat.")
    parser.add_argument("--env", default="terrarium/small-world-2p-v0", choices=[name_of(*table) for table in tables()])
    parser.add_argument("--opponent", default="random", help="who plays the other seats")
    parser.add_argument("--minutes", type=float, default=10, help="CPU minutes of training")
    parser.add_argument("--steps", type=int, default=10_000_000, help="decisions of training at most")
    parser.add_argument("--every", type=float, default=1, help="CPU minutes between evaluations")
    parser.add_argument("--against", default="random,grabber", help="opponents of the evaluation")
    parser.add_argument("--games", type=int, default=100, help="games of an evaluation against each opponent")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--curve", type=Path, help="where to draw the learning curve (.svg or .png)")
    parser.add_argument("--save", type=Path, help="where to keep the trained model (.zip)")
    wishes = parser.parse_args()
    model, curve = train(
        wishes.env, wishes.opponent, wishes.minutes, wishes.steps, wishes.every, wishes.against.split(","),
        wishes.games, wishes.seed,
    )  # fmt: skip
    if wishes.save:
        model.save(wishes.save)
    if wishes.curve:
        draw(curve, f"MaskablePPO, {wishes.env}", wishes.curve)


if __name__ == "__main__":
    main()
