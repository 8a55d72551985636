"""Reports, mutes, bans, and the book of what the keepers of the site have done."""
