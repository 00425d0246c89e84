"""map_vault: the map of each vault named, as pages for people and agents."""

from florilegium.library import Library
from florilegium.mapping.harness import merge_answers
from florilegium.mapping.pages import build_pages
from florilegium.mapping.questions import guess_harness
from florilegium.mapping.surveying import survey_vault
from florilegium.project.artifacts import write_text
from florilegium.project.folders import clear_folder
from florilegium.project.stage import Run, stage
from florilegium.vault.stored import iter_vaults


@stage("map_vault")
def main(run: Run) -> None:
    """Write what each vault named holds, on pages of a bounded size."""
    params, folder = run.params.map_vault, run.workspace.vault_maps
    library, pages = Library(run.workspace.library), {}
    for vault in iter_vaults(params.vaults, "$.map_vault.vaults", run.params.snapshot_sources, library):
        survey = survey_vault(vault.model, {path: vault.read_text(path) for path in vault.model.notes})
        said = params.answers.get(vault.name)
        place = f"params.yaml: $.map_vault.answers.{vault.name}"
        harness = merge_answers(dict(said), guess_harness(survey), place) if said is not None else None
        drawn = build_pages(survey, harness)
        pages.update({folder / vault.name / path: text for path, text in drawn.items()})
        run.metrics.count("notes", len(vault.model.notes))
        run.log.info("%s: %d notes on %d pages", vault.name, len(vault.model.notes), len(drawn))
    clear_folder(folder)
    folder.mkdir(parents=True)
    for path, text in pages.items():
        write_text(path, text)
    run.metrics.count("vaults", len(params.vaults))
    run.metrics.count("pages", len(pages))


if __name__ == "__main__":
    main()
