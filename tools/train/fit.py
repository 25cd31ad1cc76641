"""Fit the network to rows of played games: points still to come, and who wins. Needs torch."""

import time

import numpy as np
import numpy.typing as npt
import torch
from tools.train.nets import ArrayNet
from torch import nn

Half = npt.NDArray[np.float16]
Played = tuple[Half, Half, Half]
"""Rows (positions, seats, columns), points still gained (positions, seats), share of the win (positions, seats)."""

Group = tuple[int, bool]
"""Games of so many players, of a search or of players who look one answer ahead."""

OFTENER = 4.0
"""How much oftener a position of a search is learnt from than one of the others, which are many more."""

POINTS = 10.0
"""Points of the game that are one unit of the loss."""


class Values(nn.Module):
    """Two hidden layers read each row by itself."""

    def __init__(self, width: int, first: int, second: int) -> None:
        super().__init__()
        self.first = nn.Linear(width, first)
        self.second = nn.Linear(first, second)
        self.last = nn.Linear(second, 2)
        self.register_buffer("mean", torch.zeros(width))
        self.register_buffer("spread", torch.ones(width))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = (x.float() - self.mean) / self.spread
        answer = self.last(torch.relu(self.second(torch.relu(self.first(x)))))
        return torch.cat([answer[..., :1] * POINTS, answer[..., 1:]], dim=-1)

    def take_up(self, net: ArrayNet) -> None:
        """Go on from this network, with the scaling there is."""
        (first, second, last) = [(torch.from_numpy(w), torch.from_numpy(b)) for w, b in net.layers]
        scale = torch.tensor([POINTS, 1.0])
        with torch.no_grad():
            mean, spread = self.mean.cpu(), self.spread.cpu()
            self.first.weight.copy_((first[0] * spread[:, None]).T)
            self.first.bias.copy_(first[1] + mean @ first[0])
            self.second.weight.copy_(second[0].T)
            self.second.bias.copy_(second[1])
            self.last.weight.copy_((last[0] / scale).T)
            self.last.bias.copy_(last[1] / scale)

    def arrays(self) -> ArrayNet:
        """The same network without the scaling around it."""
        with torch.no_grad():
            weights = self.first.weight.T / self.spread[:, None]
            bias = self.first.bias - self.mean @ weights
            scale = torch.tensor([POINTS, 1.0], device=weights.device)
            layers = [
                (weights, bias),
                (self.second.weight.T, self.second.bias),
                (self.last.weight.T * scale, self.last.bias * scale),
            ]
            return ArrayNet([(a.cpu().numpy().copy(), b.cpu().numpy().copy()) for a, b in layers])


def losses(
    net: Values, rows: torch.Tensor, gains: torch.Tensor, wins: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """Of the points, and of the chances to win."""
    said = net(rows)
    points = nn.functional.smooth_l1_loss(said[..., 0] / POINTS, gains.float() / POINTS)
    chances = -(wins.float() * torch.log_softmax(said[..., 1], dim=-1)).sum(-1).mean()
    return points, chances


def fit(
    played: dict[Group, Played],
    aside: dict[Group, Played],
    start: Values | ArrayNet | None,
    device: str,
    size: tuple[int, int] = (256, 64),
    epochs: float = 6.0,
    seconds: float = 60.0,
    batch: int = 4096,
    rate: float = 1e-3,
) -> tuple[Values, dict[str, float]]:
    """A network fitted to groups of games, and how wrong it is on games kept aside."""
    width = next(iter(played.values()))[0].shape[2]
    if isinstance(start, ArrayNet):
        size = start.sizes()
    net = Values(width, *size).to(device)
    data = {p: [torch.from_numpy(a).to(device) for a in arrays] for p, arrays in played.items()}
    if isinstance(start, Values):
        net.load_state_dict(start.state_dict())
    else:
        sample = torch.cat([rows[:200_000].reshape(-1, width).float() for rows, _, _ in data.values()])
        net.mean.copy_(sample.mean(0))
        net.spread.copy_(sample.std(0).clamp(min=0.1))
        if start is not None:
            net.take_up(start)
    counts = {group: len(arrays[0]) for group, arrays in data.items()}
    total = sum(counts.values())
    groups = list(data)
    weights = np.array([counts[group] * (OFTENER if group[1] else 1.0) for group in groups])
    shares = weights / weights.sum()
    rng = np.random.default_rng(1)
    optimiser = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-3)
    most = max(200, int(epochs * total / batch))
    began = time.monotonic()
    steps = 0
    while (done := max(steps / most, (time.monotonic() - began) / seconds)) < 1.0:
        for setting in optimiser.param_groups:
            setting["lr"] = rate * (1 - done) + 2e-5
        group = groups[int(rng.choice(len(groups), p=shares))]
        rows, gains, wins = data[group]
        at = torch.randint(0, counts[group], (min(batch, counts[group]),), device=device)
        points, chances = losses(net, rows[at], gains[at], wins[at])
        optimiser.zero_grad(set_to_none=True)
        (points + chances).backward()
        optimiser.step()
        steps += 1
    return net, {"steps": float(steps), "seconds": round(time.monotonic() - began, 1)} | judged(net, aside, device)


def judged(net: Values, aside: dict[Group, Played], device: str) -> dict[str, float]:
    """Mean error of the points and Brier score of the chances, by number of players; `s`: in games of a search."""
    told = {}
    with torch.no_grad():
        for (players, searched), arrays in sorted(aside.items()):
            if not len(arrays[0]):
                continue
            rows, gains, wins = (torch.from_numpy(a).to(device) for a in arrays)
            said = torch.cat([net(rows[k : k + 65536]) for k in range(0, len(rows), 65536)])
            name = f"{players}{'s' if searched else ''}"
            told[f"error_{name}"] = round(float((said[..., 0] - gains.float()).abs().mean()), 2)
            guess = torch.softmax(said[..., 1], dim=-1)
            told[f"brier_{name}"] = round(float(((guess - wins.float()) ** 2).mean()), 4)
    return told
