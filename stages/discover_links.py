"""discover_links: what the links and words of each vault named do not say of themselves."""

from florilegium.discovering.gathering import gather
from florilegium.discovering.pages import render_pages
from florilegium.discovering.report import discover_vault
from florilegium.library import Library
from florilegium.project.artifacts import write_json, write_text
from florilegium.project.folders import clear_folder
from florilegium.project.records import to_record
from florilegium.project.stage import Run, stage
from florilegium.vault.stored import iter_vaults


@stage("discover_links")
def main(run: Run) -> None:
    """Find hubs, unlinked mentions, orphans, clusters, dangling links and probable links of each vault named."""
    params, folder = run.params.discover_links, run.workspace.vault_links
    library = Library(run.workspace.library)
    named = iter_vaults(params.vaults, "$.discover_links.vaults", run.params.snapshot_sources, library)
    found = [(vault, discover_vault(gather(vault.model, vault.read_text))) for vault in named]
    clear_folder(folder)
    folder.mkdir(parents=True)
    for vault, discovery in found:
        for name, text in render_pages(discovery, vault.model).items():
            write_text(folder / vault.name / name, text)
        write_json(folder / vault.name / "discovery.json", to_record(discovery), "discovery")
        for mode in discovery.modes:
            run.metrics.count(mode, len(getattr(discovery, mode)))
        run.log.info("%s: %d hubs, %d orphans", vault.name, len(discovery.hubs), len(discovery.orphans))
    run.metrics.count("vaults", len(found))


if __name__ == "__main__":
    main()
