"""Regular evenings: people who play together every week or month, at a table of their own."""
