"""Moderation: reports, mutes, bans, and the audit log of moderators' actions."""
