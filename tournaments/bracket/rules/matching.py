"""Perfect matchings of least cost, by rustworkx (Edmonds' blossoms): what `formats.swiss_pairing` asks for."""

from collections.abc import Sequence


def cheapest(nodes: int, edges: Sequence[tuple[int, int, int]]) -> set[tuple[int, int]]:
    """The pairs of 0 … nodes-1 that leave the fewest alone and, among those, cost least.

    An edge is (one, other, cost). Costs are whole and below 2¹²⁴: the library counts in 128 bits, and doubles.
    """
    from rustworkx import PyGraph, max_weight_matching  # at a round of Swiss only: the start need not pay for it

    most = max((cost for *_, cost in edges), default=0)
    if most >= 1 << 124:
        raise ValueError("the costs are too far apart to be weighed exactly")
    graph: PyGraph[None, int] = PyGraph(multigraph=False)
    graph.add_nodes_from([None] * nodes)
    graph.add_edges_from([(one, other, most - cost) for one, other, cost in edges])
    return max_weight_matching(graph, max_cardinality=True, weight_fn=lambda weight: weight)
