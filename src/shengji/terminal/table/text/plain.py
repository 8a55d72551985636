"""Texts of the plain mode, and of leaving."""

PLAIN: dict[str, tuple[str, str]] = {
    # Leaving
    "bye.saved": (
        "The match is saved in {path}. `shengji play --resume` goes on with it.",
        "牌局保存在 {path}。用 `shengji play --resume` 接着打。",
    ),
    "bye.over": ("The match is over. Its record is {path}.", "全局结束。记录在 {path}。"),
    "bye.nothing": ("Nothing was started.", "没有开局。"),
    # Plain mode
    "plain.welcome": (
        "You are seat 0. Play goes to your right: {names}. Type help for the commands.",
        "你坐 0 号座位，向右轮流出牌：{names}。输入 help 查看命令。",
    ),
    "plain.resumed": ("The saved match goes on.", "接着打存下的牌局。"),
    "plain.hand": ("Your hand, {count} cards: {rows}.", "你的牌 {count} 张：{rows}。"),
    "plain.hand.one": ("Your hand, {count} card: {rows}.", "你的牌 {count} 张：{rows}。"),
    "plain.row": ("{suit} {cards}", "{suit} {cards}"),
    "plain.can-show": (
        "You can declare: {options}. Type show and the cards, or pass.",
        "你可以亮主：{options}。输入 show 和牌，或 pass。",
    ),
    "plain.last-call": (
        "Last chance to declare: {options}. Type show and the cards, or pass.",
        "最后机会亮主：{options}。输入 show 和牌，或 pass。",
    ),
    "plain.bury": (
        "Bury the kitty. Type bury and {size} cards.",
        "由你埋底。输入 bury 和 {size} 张牌。",
    ),
    "plain.redeal": (
        "{reason} Type redeal to claim a re-deal, or pass to play on.",
        "{reason}输入 redeal 要求重发，或 pass 照打。",
    ),
    "plain.land": (
        "{lies} You can bid for the land: {options}. Type bid and the cards, or pass.",
        "{lies}你可以炒地皮：{options}。输入 bid 和牌，或 pass。",
    ),
    "plain.call": (
        "Call friends. Type call and {size} cards, each with the copy that counts, 1 to {decks}: "
        "{text}.",
        "叫朋友。输入 call 和 {size} 张牌，各写明第几张（1 到 {decks}）：{text}。",
    ),
    "plain.bad-call": (
        "{text!r} is not understood here. Write for instance: call {example}.",
        "看不懂 {text!r}。例如：call {example}。",
    ),
    "plain.rules": (
        "Rules: {text}. What differs from it:",
        "规则：{text}。与之不同的选项：",
    ),
    "plain.rules-as": ("Rules: {text}.", "规则：{text}。"),
    "plain.rule": ("  {title}: {value} (else: {other})", "  {title}：{value}（原为：{other}）"),
    "plain.lead": ("Your lead. Type the cards.", "由你领出。输入要出的牌。"),
    "plain.table": ("On the table: {plays}.", "桌上：{plays}。"),
    "plain.ahead": ("{seat} is winning, {points} points.", "{seat}最大，{points} 分。"),
    "plain.ahead.you": ("You are winning, {points} points.", "你最大，{points} 分。"),
    "plain.readings": (
        "These cards can be read in several ways. Type the number of one: {options}.",
        "这些牌有几种拆法。输入编号：{options}。",
    ),
    "plain.reading": ("{number}: {units}", "{number}：{units}"),
    "plain.next": ("Press Enter for the next hand.", "按 Enter 开始下一局。"),
    "plain.unknown": (
        "I do not understand {text!r}. Type cards such as 10S 10S, or help.",
        "不明白 {text!r}。请输入牌，例如 10S 10S，或 help。",
    ),
    "plain.bad-card": (
        "{text!r} (number {position}) is not a card. Write rank and suit: 5H, 10S, AC, 2D; "
        "SJ and BJ are the Jokers.",
        "{text!r}（第 {position} 个）不是牌。写点数和花色：5H、10S、AC、2D；SJ 小王，BJ 大王。",
    ),
    "plain.not-now": ("That cannot be done now.", "现在不能这样做。"),
    "plain.passed": ("You do not declare.", "你不亮主。"),
    "plain.lang": ("The texts are in English now.", "现在用中文。"),
    "plain.lang-which": ("Type lang en or lang zh.", "输入 lang en 或 lang zh。"),
    "plain.auto": ("The bot plays for you from now on.", "从现在起由机器人替你出牌。"),
    "plain.offer": (
        "Type 1 to go on with it, 2 for a new match (the saved one is kept), or quit.",
        "输入 1 接着打，2 新开一场（原来的保留），或 quit。",
    ),
    "plain.offer-corrupt": (
        "Type 2 for a new match (the file is kept), or quit.",
        "输入 2 新开一场（文件保留），或 quit。",
    ),
    "plain.help": (
        "Cards are written 5H 10S AC 2D, the Jokers SJ and BJ. Commands:\n"
        "  10S 10S, play 10S 10S   lead or follow with these cards\n"
        "  show 2H, pass           declare trumps, or not\n"
        "  bury 3D 4D ...          bury the kitty\n"
        "  redeal, pass            claim a re-deal, or play on\n"
        "  bid 2S 2S, pass         bid for the land, or not\n"
        "  call AH 2, KS 1         call friends: the second AH and the first KS\n"
        "  what, hint              what may be played; what a bot would do\n"
        "  do                      do what the hint says\n"
        "  hand, table, score      your cards; the trick; points, sides and levels\n"
        "  rules                   what is played, and what differs from its preset\n"
        "  last, kitty             the last trick; the kitty you buried\n"
        "  auto                    let the bot play for you from now on\n"
        "  lang zh, lang en        change the language\n"
        "  quit                    leave; the match is saved",
        "牌的写法：5H 10S AC 2D，小王 SJ，大王 BJ。命令：\n"
        "  10S 10S 或 play 10S 10S  出这些牌\n"
        "  show 2H、pass            亮主；不亮\n"
        "  bury 3D 4D ...           埋底\n"
        "  redeal、pass             要求重发；照打\n"
        "  bid 2S 2S、pass          炒地皮；不炒\n"
        "  call AH 2, KS 1          叫朋友：第二张 AH 和第一张 KS\n"
        "  what、hint               可以出什么；机器人会怎么出\n"
        "  do                       照提示做\n"
        "  hand、table、score       你的牌；桌上的牌；分数、身份和级数\n"
        "  rules                    本场规则，以及与其所本的不同\n"
        "  last、kitty              上一轮；你埋的底牌\n"
        "  auto                     以后由机器人替你出牌\n"
        "  lang zh、lang en         换语言\n"
        "  quit                     退出，牌局已保存",
    ),
}
