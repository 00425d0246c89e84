"""Communities of a weighted graph by Louvain's method, with nodes in sorted order and no chance.

Written here because no graph library is among the declared dependencies.
"""

from collections.abc import Mapping, Sequence

Weights = Mapping[str, Mapping[str, float]]  # symmetric, without loops
MIN_GAIN = 1e-9
MAX_ROUNDS = 50


def find_communities(weights: Weights, *, largest: int) -> tuple[tuple[str, ...], ...]:
    """Return groups of nodes that hold together, each sorted; those above `largest` are split again where they can."""
    waiting = [tuple(sorted(weights))]
    done: list[tuple[str, ...]] = []
    while waiting:
        nodes = waiting.pop()
        parts = _split(nodes, weights)
        for part in parts:
            if len(part) > largest and len(parts) > 1:
                waiting.append(part)
            else:
                done.append(part)
    return tuple(sorted(done))


def _split(names: Sequence[str], weights: Weights) -> list[tuple[str, ...]]:
    """Return the communities of the graph between these nodes."""
    place = {name: number for number, name in enumerate(names)}
    graph = [
        {place[other]: weights[name][other] for other in sorted(weights[name]) if other in place} for name in names
    ]
    members = [[number] for number in range(len(names))]
    for _ in range(MAX_ROUNDS):
        labels = _move_nodes(graph)
        if len(set(labels)) == len(graph):
            break
        graph, members = _merge(graph, members, labels)
    return [tuple(names[number] for number in sorted(group)) for group in members]


def _move_nodes(graph: list[dict[int, float]]) -> list[int]:
    """Return a label for each node after moving each to the neighbour's community that gains most, until none moves."""
    degrees = [sum(row.values()) for row in graph]
    whole = sum(degrees)
    labels, totals = list(range(len(graph))), list(degrees)
    if not whole:
        return labels
    for _ in range(MAX_ROUNDS):
        moved = False
        for node, row in enumerate(graph):
            home = labels[node]
            totals[home] -= degrees[node]
            best = _choose(node, row, labels, [degrees[node] / whole, home], totals)
            totals[best] += degrees[node]
            labels[node] = best
            moved = moved or best != home
        if not moved:
            break
    return labels


def _choose(
    node: int, row: Mapping[int, float], labels: Sequence[int], own: Sequence[float], totals: Sequence[float]
) -> int:
    """Return the community that a node gains most by, its own where none is better, the lowest of equal ones."""
    share, home = own[0], int(own[1])
    near: dict[int, float] = {home: 0.0}
    for other, weight in row.items():
        if other != node:
            near[labels[other]] = near.get(labels[other], 0.0) + weight
    best, gain = home, near[home] - share * totals[home]
    for label in sorted(near):
        other_gain = near[label] - share * totals[label]
        if other_gain > gain + MIN_GAIN:
            best, gain = label, other_gain
    return best


def _merge(
    graph: list[dict[int, float]], members: list[list[int]], labels: Sequence[int]
) -> tuple[list[dict[int, float]], list[list[int]]]:
    """Return the graph whose nodes are the communities, with the weight inside each as a loop."""
    order = {label: number for number, label in enumerate(sorted(set(labels)))}
    merged: list[dict[int, float]] = [{} for _ in order]
    groups: list[list[int]] = [[] for _ in order]
    for node, row in enumerate(graph):
        home = order[labels[node]]
        groups[home] += members[node]
        for other, weight in row.items():
            target = order[labels[other]]
            merged[home][target] = merged[home].get(target, 0.0) + weight
    return [dict(sorted(row.items())) for row in merged], groups
