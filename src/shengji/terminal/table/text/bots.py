"""Texts on the bots: what their levels are called, and how long they let one wait."""

BOTS: dict[str, tuple[str, str]] = {
    "bots.easy": ("easy", "初级"),
    "bots.medium": ("medium", "中级"),
    "bots.strong": ("strong", "高级"),
    "bots.master": ("master", "大师"),
    "bots.at-once": ("answers at once", "立即出牌"),
    "bots.thinks": ("thinks about {seconds} s a move", "每步约想 {seconds} 秒"),
    "bots.own": ("a program of its own", "另外的程序"),
    "bots.with-cost": ("{name} ({cost})", "{name}（{cost}）"),
    "bots.option": ("{name}: {cost}", "{name}：{cost}"),
    "bots.of-seat": ("{seat}: {name}", "{seat}：{name}"),
    "bots.others": ("The others are bots: {text}.", "其他玩家是机器人：{text}。"),
    "bots.thinking": ("{seat} is thinking.", "{seat}正在想。"),
}
