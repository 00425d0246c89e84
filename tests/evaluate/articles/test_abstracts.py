"""Articles made of real claims, from a folder in the form of retrieval sets."""

import json
from pathlib import Path

from evaluate.articles.abstracts import CLAIMS, load_cases


def test_each_article_holds_its_claims_and_the_memory_their_abstracts(tmp_path: Path) -> None:
    documents = [{"id": str(at), "title": f"Title {at}", "text": f"Abstract {at}."} for at in range(100)]
    claims = [{"id": str(at), "text": f"Claim {at}."} for at in range(2 * CLAIMS + 1)]
    for name, records in (("docs", documents), ("queries", claims)):
        (tmp_path / f"{name}.jsonl").write_text("".join(f"{json.dumps(item)}\n" for item in records), encoding="utf-8")
    gold = "".join(f"{at}\t{at + 50}\t1\n" for at in range(2 * CLAIMS + 1)) + "0\t99\t1\n"
    (tmp_path / "qrels.tsv").write_text(gold, encoding="utf-8")
    cases = list(load_cases(tmp_path))
    assert [case.half for case in cases] == ["tune", "test"]
    for case in cases:
        assert len(case.sources) - len(case.used) == 40
        assert all(plant.text in case.text for plant in case.plants)
    planted = {plant.text for case in cases for plant in case.plants}
    assert len(planted) == 2 * CLAIMS
    assert list(load_cases(tmp_path)) == cases
