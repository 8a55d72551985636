"""Regular evenings: groups that meet weekly or monthly at their own table."""
