"""Tables, character by character."""

from evaluation_results import make_result, make_row

from evaluate.results import Figure
from evaluate.tables import format_figure, format_table, render_evaluation


def test_a_result_as_markdown() -> None:
    """Plain BM25 has no p, a small one is not told exactly, and the timings stand last."""
    result = make_result("tiny", make_row("BM25", 0.5, None), make_row("ours", 0.95, 0.0001))
    plain, ours = " | ".join([".500 [.450, .550]"] * 6), " | ".join([".950 [.900, 1.000]"] * 6)
    assert render_evaluation(result) == "\n".join(
        [
            "**tiny, test half: 1 query**",
            "",
            "| system | nDCG@10 | R@5 | R@10 | R@100 | all@10 | MRR@10 | p (nDCG@10) | p (all@10) |",
            "|---|---:|---:|---:|---:|---:|---:|---:|---:|",
            f"| BM25 | {plain} |  |  |",
            f"| ours | {ours} | <.001 | <.001 |",
            "",
            "**tiny, test half, round by round: 1 query with several answers**",
            "",
            "| early stop | round | queries | found | new relevant | recall | all@10 | all@10 reranked |",
            "|---|---:|---:|---:|---:|---:|---:|---:|",
            "| yes | 0 | 3.5 | 12.2 | 1.50 | .750 | .500 | 1.000 |",
            "",
            "**tiny, timings**",
            "",
            "| system | index s | p50 ms | p95 ms |",
            "|---|---:|---:|---:|",
            "| BM25 | 0.25 | 1.0 | 2.0 |",
            "| ours |  | 3.0 | 4.0 |",
        ]
    )


def test_shares_lose_their_nought_and_columns_their_side() -> None:
    """1 keeps all its digits."""
    assert format_figure(Figure("R@5", 1.0, 0.0, 1.0, None)) == "1.000 [.000, 1.000]"
    assert format_table(["a", "b", "c"], [["x", "y", "1"]], left=2) == "| a | b | c |\n|---|---|---:|\n| x | y | 1 |"
