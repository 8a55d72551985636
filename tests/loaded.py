"""The rules and the bots in memory, once this is imported: for processes to be forked from one."""

from shengji.server.tables.bots.warmup import read_kernels

read_kernels()
