"""Texts that ask the person for something, advise, or answer a key."""

ASKING: dict[str, tuple[str, str]] = {
    # What the person is asked
    "ask.draw": ("The cards are being drawn.", "正在摸牌。"),
    "ask.draw-show": (
        "You can declare: {options}. Press d.",
        "你可以亮主：{options}。按 d。",
    ),
    "ask.declare": (
        "Last chance to declare: {options}. Press d, or Enter for no.",
        "最后机会亮主：{options}。按 d；不亮按 Enter。",
    ),
    "ask.all-drawn": ("All cards are drawn.", "牌已摸完。"),
    "ask.bury": (
        "Choose {size} cards to bury as the kitty, then Enter.",
        "选 {size} 张埋底，然后按 Enter。",
    ),
    "ask.redeal": (
        "{reason} r: claim a re-deal; Enter: play on.",
        "{reason}按 r 要求重发；按 Enter 照打。",
    ),
    "redeal.points": ("You have only {points} points.", "你手里只有 {points} 分。"),
    "redeal.no-trumps": ("You have no trumps.", "你手里没有主牌。"),
    "ask.land": (
        "{lies} You can bid for the land: {options}. Press d, or Enter to pass.",
        "{lies}你可以炒地皮：{options}。按 d；不炒按 Enter。",
    ),
    "land.nothing": ("Nobody has declared.", "无人亮主。"),
    "land.lies": ("{seat} showed {cards}.", "{seat}亮的是 {cards}。"),
    "ask.call": (
        "Call the cards of your friends: Enter opens the list.",
        "叫朋友：按 Enter 打开牌表。",
    ),
    "ask.lead": (
        "Your lead: cards of one suit. Choose with the arrows and Space, then Enter.",
        "由你领出：选同一门的牌。方向键和空格选牌，Enter 出牌。",
    ),
    "ask.follow": ("Your turn. {duty}", "轮到你。{duty}"),
    "ask.forced": (
        "What you must play is already selected.",
        "必须出的牌已经替你选好。",
    ),
    "ask.wait": ("{seat} is to play.", "轮到{seat}出牌。"),
    "ask.wait-redeal": (
        "{seat} is asked about a re-deal.",
        "正在问{seat}要不要重发。",
    ),
    "ask.wait-land": ("{seat} may bid for the land.", "轮到{seat}炒地皮。"),
    "ask.wait-call": ("{seat} is calling friends.", "{seat}正在叫朋友。"),
    "ask.again": ("The cards are dealt again.", "重新发牌。"),
    "ask.wait-bury": ("{seat} is burying the kitty.", "{seat}正在埋底。"),
    "ask.next": ("Enter: go on.", "按 Enter 继续。"),
    "duty.beat": (
        "The throw failed because of you: you must beat what was led.",
        "甩牌因你失败：你须出更大的管上。",
    ),
    "duty.void": (
        "You have no {suit}: play any {size}.",
        "你没有{suit}：任意出 {size} 张。",
    ),
    "duty.void.one": ("You have no {suit}: play any card.", "你没有{suit}：任意出一张。"),
    "duty.short": (
        "Play all your {suit} ({of_suit}) and any {rest} more.",
        "{suit}（{of_suit} 张）全部跟出，再任意补 {rest} 张。",
    ),
    "duty.suit": ("Play {size} of your {suit}.", "跟 {size} 张{suit}。"),
    "duty.suit.one": ("Play one of your {suit}.", "跟一张{suit}。"),
    "duty.rung": (
        "Play {size} of your {suit}, among them {owed}.",
        "跟 {size} 张{suit}，其中要有{owed}。",
    ),
    "duty.rung-only": ("Play {owed} in {suit}.", "跟{suit}{owed}。"),
    "not-your-turn": ("It is not your turn: {seat} is to play.", "还没轮到你：轮到{seat}。"),
    "nothing-to-declare": ("You hold nothing to declare now.", "现在没有可亮的牌。"),
    "no-declaring-now": (
        "Trumps are declared during the draw only.",
        "只有摸牌时可以亮主。",
    ),
    "kitty-not-known": (
        "Only whoever buried the kitty last may look at it.",
        "只有最后埋底的人可以看底牌。",
    ),
    "no-redeal-now": ("There is no re-deal to claim now.", "现在不能要求重发。"),
    "no-last-trick": ("No trick has been played yet.", "还没有打完一轮。"),
    "no-hint": ("There is nothing to advise now.", "现在没有什么可提示的。"),
    "hint.redeal": ("A bot in your seat would claim a re-deal.", "机器人处在你的位置会要求重发。"),
    "hint.play-on": (
        "A bot in your seat would not claim a re-deal.",
        "机器人处在你的位置不会要求重发。",
    ),
    "hint.land": ("A bot in your seat would bid {cards}.", "机器人处在你的位置会用 {cards} 炒。"),
    "hint.land-pass": ("A bot in your seat would pass.", "机器人处在你的位置不会炒。"),
    "hint.call": ("A bot in your seat would call {calls}.", "机器人处在你的位置会叫 {calls}。"),
    "hint-selected": ("The hint is selected: {cards}. Enter plays it.", "已按提示选好：{cards}。"),
    "speed-now": ("Speed: {speed}.", "速度：{speed}。"),
    "too-small": (
        "Please make the window at least {columns} by {rows}.",
        "请把窗口放大到至少 {columns}×{rows}。",
    ),
}
