"""Texts on the bots: what they are called, how long they let one wait, and how they fail."""

FAILED: dict[str, tuple[str, str]] = {
    "failed.start": ("it was not ready", "没有准备就绪"),
    "failed.died": ("it ended", "已退出"),
    "failed.closed": ("it closed its output", "关闭了输出"),
    "failed.late": ("it did not answer in time", "没有按时应答"),
    "failed.flood": ("it wrote a line that is too long", "输出的一行太长"),
    "failed.unreadable": ("its answers could not be read", "应答无法读懂"),
    "failed.illegal": ("its answers were against the rules", "应答违例"),
}
"""What a bot has done wrong, under each `Kind` of failure; it names no cards."""

BOTS: dict[str, tuple[str, str]] = {
    "bots.easy": ("easy", "初级"),
    "bots.medium": ("medium", "中级"),
    "bots.strong": ("strong", "高级"),
    "bots.master": ("master", "大师"),
    "bots.at-once": ("answers at once", "立即出牌"),
    "bots.thinks": ("thinks about {seconds} s a move", "每步约想 {seconds} 秒"),
    "bots.own": ("a program of its own", "另外的程序"),
    "bots.with-cost": ("{bot} ({cost})", "{bot}（{cost}）"),
    "bots.option": ("{bot}: {cost}", "{bot}：{cost}"),
    "bots.of-seat": ("{seat}: {bot}", "{seat}：{bot}"),
    "bots.others": ("The others are bots: {text}.", "其他玩家是机器人：{text}。"),
    "bots.thinking": ("{seat} is thinking.", "{seat}正在想。"),
    "bots.thinking-draw": ("A bot is thinking.", "有机器人正在想。"),
    "bot-failed": (
        "{seat}'s program has failed: {fault}. {bot} plays on for {name}.",
        "{seat}的程序出错：{fault}。由{bot}替 {name} 接着打。",
    ),
    **FAILED,
}
