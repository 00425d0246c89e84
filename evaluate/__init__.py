"""What the project's figures come from: sets, measures, intervals, systems, tables. Not part of the wheel."""
