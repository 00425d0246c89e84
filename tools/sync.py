"""Write the generated parts again: what code each stage reaches, README's tree and picture, the params table."""

import json
import re
import subprocess
import sys
from pathlib import Path

import click
import yaml

sys.path.insert(0, str(Path(__file__).parent))
from closure import find_code, find_parts, find_schemas

ROOT = Path(__file__).resolve().parent.parent
REMARKS = ROOT / "tools" / "tree.yaml"


def write_reach(text: str, root: Path) -> str:
    """Return stages/reach.json: the modules, schemas, prompts and page parts that each stage reaches."""
    reach: dict[str, list[str]] = {}
    for name in yaml.safe_load(text)["stages"]:
        files = [f"stages/{name}.py", *find_code(root / "stages" / f"{name}.py", root)]
        reach[name] = sorted([*files, *find_parts(files, root), *find_schemas(files, root)])
    return json.dumps(reach, indent=1) + "\n"


def write_tree(root: Path) -> str:
    """Return the tree of the top level and the folders named there, a remark on every line."""
    remarks: dict[str, str] = yaml.safe_load(REMARKS.read_text(encoding="utf-8"))
    tracked = _list_tracked(root)
    tops = sorted({f.split("/")[0] + ("/" if "/" in f else "") for f in tracked})
    missing = [top for top in tops if top not in remarks]
    gone = [name for name in remarks if name not in tops]
    if missing or gone:
        raise click.ClickException(f"tools/tree.yaml: no remark on {missing}; remarks on what is not there: {gone}")
    shown = [name for name in remarks if remarks[name]]
    width = max(len(name) for name in shown) + 2
    return "\n".join(["```text", *(f"{name:<{width}}{remarks[name]}" for name in shown), "```"])


def write_picture(text: str) -> str:
    """Return the pipeline as Mermaid: what a stage waits for, and where a later round begins again."""
    stages = yaml.safe_load(text)["stages"]
    order = list(stages)
    writes = {name: [_strip_names(out) for out in stage.get("outs", [])] for name, stage in stages.items()}
    forward: dict[str, set[str]] = {name: set() for name in stages}
    lines = ["```mermaid", "flowchart LR"]
    for reader, stage in stages.items():
        deps = [_strip_names(dep) for dep in stage.get("deps", [])]
        for writer, outs in writes.items():
            if writer == reader or not any(_overlap(dep, out) for dep in deps for out in outs):
                continue
            if order.index(writer) < order.index(reader):
                forward[writer].add(reader)
            else:
                lines.append(f"  {writer} -. next round .-> {reader}")
    for writer in order:
        direct = [reader for reader in order if reader in forward[writer]]
        further = {name for reader in direct for name in _reach(reader, forward)}
        lines += [f"  {writer} --> {reader}" for reader in direct if reader not in further]
    return "\n".join([*lines, "```"])


def _reach(start: str, forward: dict[str, set[str]]) -> set[str]:
    """Return every stage that comes after one."""
    found = set(forward[start])
    for name in forward[start]:
        found |= _reach(name, forward)
    return found


def write_params(root: Path) -> str:
    """Return the table of every dial: name, value in params.yaml, what it means."""
    schema = json.loads((root / "schemas" / "params.schema.json").read_text(encoding="utf-8"))
    values = yaml.safe_load((root / "params.yaml").read_text(encoding="utf-8"))
    lines = ["| param | here | what it means |", "|---|---|---|"]
    for block, described in schema["properties"].items():
        inner = described.get("properties")
        if inner is None:
            lines.append(_write_row(block, values[block], described["description"]))
            continue
        lines += [_write_row(f"{block}.{key}", values[block][key], inner[key]["description"]) for key in inner]
    return "\n".join(lines)


def sync(root: Path) -> dict[Path, str]:
    """Return the wanted text of every file that holds generated parts."""
    pipeline = root / "dvc.yaml"
    readme = root / "README.md"
    params = root / "docs" / "params.md"
    stages = pipeline.read_text(encoding="utf-8")
    text = readme.read_text(encoding="utf-8")
    text = _fill(text, "tree", write_tree(root), readme)
    text = _fill(text, "picture", write_picture(stages), readme)
    table = _fill(params.read_text(encoding="utf-8"), "params", write_params(root), params)
    return {root / "stages" / "reach.json": write_reach(stages, root), readme: text, params: table}


@click.command(help=__doc__)
@click.option("--check", is_flag=True, help="Change nothing; fail and name the files that are stale.")
def main(check: bool) -> None:
    """Bring the generated parts up to date."""
    wanted = sync(ROOT)
    stale = [path for path, text in wanted.items() if not path.is_file() or path.read_text(encoding="utf-8") != text]
    names = ", ".join(str(path.relative_to(ROOT)) for path in stale)
    if check and stale:
        raise click.ClickException(f"stale: {names}; run `make sync` and commit the result")
    for path in stale:
        path.write_text(wanted[path], encoding="utf-8", newline="\n")
    click.echo(f"written: {names}" if stale else "all generated parts are up to date")


def _list_tracked(root: Path) -> list[str]:
    output = subprocess.run(["git", "ls-files", "-z"], cwd=root, capture_output=True, check=True).stdout
    return [name for name in output.decode("utf-8").split("\0") if name]


def _fill(text: str, name: str, content: str, path: Path) -> str:
    pattern = re.compile(rf"(<!-- {name}: written by `make sync` -->\n).*?(<!-- /{name} -->)", re.DOTALL)
    filled, count = pattern.subn(lambda found: f"{found.group(1)}{content}\n{found.group(2)}", text, count=1)
    if not count:
        raise click.ClickException(f"{path.name}: the marks of the part {name!r} are missing")
    return filled


def _strip_names(entry: str | dict[str, object]) -> str:
    """Return a path of dvc.yaml without its topic and round."""
    path = entry if isinstance(entry, str) else next(iter(entry))
    return re.sub(
        r"-\d+(?=[./]|$)", "-N", re.sub(r"-?\$\{item\.round\.\w+\}", "-N", path).replace("${item.topic}", "T")
    )


def _overlap(dep: str, out: str) -> bool:
    return dep == out or dep.startswith(out + "/") or out.startswith(dep + "/")


def _write_row(name: str, value: object, meaning: str) -> str:
    shown = json.dumps(value, ensure_ascii=False)
    if len(shown) > 60:
        shown = f"{len(value)} entries" if isinstance(value, list) else "see params.yaml"
    return f"| `{name}` | `{shown}` | {meaning} |"


if __name__ == "__main__":
    main()
