"""Texts of the sheets over the table, and of the keys."""

SHEETS: dict[str, tuple[str, str]] = {
    # Sheets
    "sheet.go-on": ("Enter goes on", "按 Enter 继续"),
    "sheet.close": ("Enter or Esc closes", "Enter 或 Esc 关闭"),
    "sheet.choose": ("Number or arrows and Enter; Esc: back", "按数字，或方向键加 Enter；Esc 返回"),
    "sheet.choose-start": (
        "Number or arrows and Enter; q: leave",
        "按数字，或方向键加 Enter；q 退出",
    ),
    "start.title": ("Sheng Ji 升级", "升级 · 拖拉机"),
    "start.saved": (
        "An unfinished match is saved: {when}, {hands}. Levels: {levels}.",
        "有一场没打完的牌：{when}，{hands}。级数：{levels}。",
    ),
    "start.when": ("last played {when}", "上次 {when}"),
    "start.no-hand": ("not yet dealt", "尚未发牌"),
    "start.go-on": ("Go on with it", "接着打"),
    "start.new": ("Start a new match (the saved one is kept)", "新开一场（原来的保留）"),
    "start.corrupt": (
        "The saved match {path} cannot be read: {reason}.",
        "存下的牌局 {path} 无法读取：{reason}。",
    ),
    "start.new-corrupt": ("Start a new match (the file is kept)", "新开一场（文件保留）"),
    "start.begin": ("Start a match", "开始"),
    "start.rules": ("Choose the rules", "选择规则"),
    "start.bots": ("Choose the bots: {text}", "选择机器人：{text}"),
    "start.bots-title": ("How strong the others play", "其他玩家的水平"),
    "start.leave": ("Leave", "退出"),
    "rules.title": ("The rules of this match", "本场规则"),
    "rules.fixed": (
        "{players} players in two teams. Decks: {decks}, cards each: {each}, in the kitty: "
        "{kitty}.",
        "{players} 人分两队，{decks} 副牌，每人 {each} 张，底牌 {kitty} 张。",
    ),
    "rules.friends": (
        "Finding Friends for {players} players. Decks: {decks}, cards each: {each}, in the kitty: "
        "{kitty}, friends called: {count}.",
        "{players} 人找朋友，{decks} 副牌，每人 {each} 张，底牌 {kitty} 张，叫 {count} 个朋友。",
    ),
    "declare.title": ("Declare trumps", "亮主"),
    "declare.option": ("{cards}, making trump {trump}", "{cards}，打 {trump}"),
    "land.title": ("Bid for the land", "炒地皮"),
    "reading.title": ("How is your lead to be read?", "这手牌怎么拆？"),
    "what.title": ("What may I play?", "可以出什么？"),
    "what.draw": (
        "The cards are being drawn one by one. With a card of the trump rank ({rank}) you may "
        "declare its suit as trump; two equal ones override a single one, and a pair of Jokers "
        "overrides them and makes no suit trump.",
        "正在轮流摸牌。有级牌（{rank}）可以亮主；一对级牌可以反单张，一对王可以反一对级牌，打无主。",
    ),
    "what.draw-options": ("You may declare now: {options}.", "现在可以亮：{options}。"),
    "what.draw-own": (
        "Levels differ: everyone bids with the rank of their own level.",
        "各人级数不同：各用自己的级牌亮主。",
    ),
    "what.redeal": (
        "You may claim a re-deal, and would show your hand; or play on. Re-deals left in this "
        "hand: {count}.",
        "你可以亮出手牌要求重发，也可以照打。本局还可重发 {count} 次。",
    ),
    "what.land": (
        "You may bid: {options}. Then their suit is trump, the kitty is yours, and you bury {size} "
        "cards again; the others may then bid higher. Or pass.",
        "你可以炒：{options}。炒后以其花色为主，你拿起底牌再埋 {size} 张，别人还可用更大的炒。"
        "也可以不炒。",
    ),
    "what.call": (
        "Call {size} of {number} cards that are not trumps, each with the copy that counts (1 to "
        "{decks}, in the order in which they are played). Whoever plays it is on your side; if "
        "that is you, you are one fewer.",
        "从 {number} 种副牌中叫 {size} 张，并指定第几张（1 到 {decks}，按打出的先后）。"
        "谁打出，谁就是你的朋友；若是你自己，就少一个朋友。",
    ),
    "what.bury": (
        "Put {size} cards of your choice back as the kitty. If the Opponents win the last trick, "
        "its points count for them, at least doubled.",
        "任选 {size} 张埋底。若闲家赢得最后一轮，底牌里的分至少加倍算给他们。",
    ),
    "what.lead": (
        "Lead a single, a pair, a tractor (neighbouring pairs), or several of these at once from "
        "one suit. Of several, each must be the highest that anyone still holds, else the weakest "
        "that can be beaten is led. Trumps are one suit of their own.",
        "可以出单张、对子、拖拉机（连对），或同一门的几手一起甩出。甩牌的每一手都须是别人管不上的，"
        "否则须出其中最小的一手。主牌自成一门。",
    ),
    "what.lead-beat": (
        "Lead a single, a pair, a tractor (neighbouring pairs), or several of these at once from "
        "one suit. Of several, each must be the highest that anyone still holds, else the one "
        "that can be beaten is led, and must be beaten. Trumps are one suit of their own.",
        "可以出单张、对子、拖拉机（连对），或同一门的几手一起甩出。甩牌的每一手都须是别人管不上的，"
        "否则须改出能被管上的一手，能管的人须管上。主牌自成一门。",
    ),
    "what.lead-triples": (
        "With three decks, three equal cards are a triple, and neighbouring triples make a "
        "tractor too.",
        "三副牌时，三张相同的牌也可一起出，相邻的几组三张连成飞机。",
    ),
    "what.lead-tuples": (
        "With {decks} decks, three equal cards are a triple, and up to {decks} equal cards may be "
        "led together; neighbouring ones of the same size make a tractor too.",
        "{decks} 副牌时，三到 {decks} 张相同的牌也可一起出；张数相同、相邻的几组也连成拖拉机"
        "（三张的叫飞机，四张的叫航天飞机）。",
    ),
    "what.follow": ("{seat} led {units}.", "{seat}领出{units}。"),
    "what.follow-others": (
        "When you have none of the suit led, trumps of the same shape win the trick.",
        "没有领出的那门时，可以用同样牌型的主牌毙掉。",
    ),
    "what.forced": ("You must play these: {cards}.", "这些牌必须出：{cards}。"),
    "what.wait": ("It is not your turn: {seat} is to play.", "还没轮到你，轮到{seat}。"),
    "what.ended": ("The hand is over.", "这一局已经结束。"),
    "what.hint": ("A bot in your seat would play: {cards}", "机器人处在你的位置会出：{cards}"),
    "what.hint-bury": ("A bot in your seat would bury: {cards}", "机器人处在你的位置会埋：{cards}"),
    "what.hint-show": (
        "A bot in your seat would declare: {cards}",
        "机器人处在你的位置会亮：{cards}",
    ),
    "what.hint-wait": (
        "A bot in your seat would not declare now.",
        "机器人处在你的位置现在不会亮主。",
    ),
    "what.take-hint": ("h selects it", "按 h 选中"),
    "last.title": ("The last trick", "上一轮"),
    "last.play": ("{seat}: {cards}", "{seat}：{cards}"),
    "kitty.title": ("The kitty", "底牌"),
    "kitty.points": ("{points} points are in it.", "其中有 {points} 分。"),
    "end.title": ("Hand {number}: the {side} win", "第 {number} 局：{side}胜"),
    "end.who": ("Opponents: {names}", "闲家：{names}"),
    "end.tricks": ("In tricks", "轮次得分"),
    "end.tricks-penalty": ("In tricks and penalties", "轮次与罚分"),
    "end.kitty": ("Kitty {points} × {factor}", "底牌 {points} × {factor}"),
    "end.kitty-cards": ("In the kitty: {cards}", "底牌：{cards}"),
    "end.kitty-closed": (
        "The Declarers won the last trick: the kitty does not count.",
        "庄家方赢得最后一轮，底牌不计分。",
    ),
    "end.kitty-open": (
        "The Opponents won the last trick: the kitty counts {factor} times.",
        "闲家赢得最后一轮（抠底），底牌分乘 {factor}。",
    ),
    "end.total": ("The Opponents have", "闲家总分"),
    "end.needed": ("{threshold} were needed", "上台需要 {threshold} 分"),
    "end.declarers": (
        "Declarers: {names} (Dealer: {dealer})",
        "庄家方：{names}（庄家：{dealer}）",
    ),
    "end.discarded": (
        "Points thrown away when friends joined: {points}.",
        "朋友入伙作废的分：{points} 分。",
    ),
    "end.up": ("The {side} go up {count} levels.", "{side}升 {count} 级。"),
    "end.up.one": ("The {side} go up one level.", "{side}升一级。"),
    "end.stay": ("No levels are won; the {side} take over.", "不升级，{side}上台。"),
    "end.auto-level": (
        "One of these is the extra level that Opponents get here (auto-levelling).",
        "其中一级是本桌闲家获胜多升的。",
    ),
    "end.missing": ("Friends who never joined: {count}.", "未入伙的朋友：{count} 人。"),
    "end.missing-bonus": (
        "{count} friends never joined: {seat} goes up {gain} instead.",
        "少 {count} 个朋友：{seat}改升 {gain} 级。",
    ),
    "end.missing-bonus.one": (
        "One friend never joined: {seat} goes up {gain} instead.",
        "少一个朋友：{seat}改升 {gain} 级。",
    ),
    "end.missing-bonus.you": (
        "{count} friends never joined: you go up {gain} instead.",
        "少 {count} 个朋友：你改升 {gain} 级。",
    ),
    "end.missing-bonus.you.one": (
        "One friend never joined: you go up {gain} instead.",
        "少一个朋友：你改升 {gain} 级。",
    ),
    "end.held": (
        "{rank} must be played before going on: {names}.",
        "{rank} 必打，未过不得再升：{names}。",
    ),
    "end.hooked": ("Hooked at {rank}, and fallen: {names}.", "{rank} 被勾，降级：{names}。"),
    "end.fined": (
        "Captured red fives: {seat} goes down {count} levels.",
        "红五被捕：{seat}降 {count} 级。",
    ),
    "end.fined.one": (
        "A captured red five: {seat} goes down one level.",
        "红五被捕：{seat}降一级。",
    ),
    "end.fined.you": (
        "Captured red fives: you go down {count} levels.",
        "红五被捕：你降 {count} 级。",
    ),
    "end.fined.you.one": (
        "A captured red five: you go down one level.",
        "红五被捕：你降一级。",
    ),
    "end.from-to": ("{before} → {after}", "{before} → {after}"),
    "end.levels": ("Levels: {levels}.", "级数：{levels}。"),
    "end.next": ("{dealer} deals next, at level {rank}.", "下一局{dealer}坐庄，打 {rank}。"),
    "end.next.you": ("You deal next, at level {rank}.", "下一局你坐庄，打 {rank}。"),
    "end.next-open": (
        "Who deals next is open; {seat} draws first.",
        "下一局抢庄，{seat}先摸牌。",
    ),
    "end.next-open.you": (
        "Who deals next is open; you draw first.",
        "下一局抢庄，你先摸牌。",
    ),
    "score.title": ("The score", "分数与级数"),
    "score.hand": (
        "{text}, {trump}. {dealer}The Opponents have {points} of {threshold} points.",
        "{text}，{trump}。{dealer}闲家得 {points}/{threshold} 分。",
    ),
    "score.levels": ("Levels: {levels}.", "级数：{levels}。"),
    "score.calls": ("Called: {text}.", "叫的牌：{text}。"),
    "score.seat": (
        "{seat}: {text}, {points} points, {count} cards",
        "{seat}：{text}，{points} 分，余 {count} 张",
    ),
    "score.seat.one": (
        "{seat}: {text}, {points} points, {count} card",
        "{seat}：{text}，{points} 分，余 {count} 张",
    ),
    "score.side-open": ("side not known yet", "身份未明"),
    "over.title.won": ("You have won the match!", "你们赢得了全局！"),
    "over.title.lost": ("The others have won the match", "对方赢得了全局"),
    "over.winners": ("The winners: {names}", "赢家：{names}"),
    "over.hands": ("Hands played: {count}", "共打 {count} 局"),
    "over.levels": ("Levels: {levels}", "级数：{levels}"),
    "over.close": ("Enter ends the game", "按 Enter 结束"),
    "call.title": ("Call the cards of your friends", "叫朋友"),
    "call.keys": (
        "1-{decks} which copy, Backspace, h hint, Enter done, Esc to the table",
        "按 1-{decks} 叫第几张，退格撤回，h 提示，Enter 完成，Esc 看牌桌",
    ),
    "call.intro": (
        "Choose {size} of these; whoever plays that very copy is your friend.",
        "选 {size} 张。谁打出那一张，谁就是朋友。",
    ),
    "call.held": (
        "{cards}: you hold {number} of {decks}.",
        "{cards}：{decks} 张中你有 {number} 张。",
    ),
    "call.chosen": ("Called {count} of {total}: {calls}", "已叫 {count}/{total}：{calls}"),
    "call.none": ("Called 0 of {total}", "已叫 0/{total}"),
    "journal.title": ("What has happened", "经过"),
    "help.title": ("Keys", "按键"),
    "help.arrows": ("move among your cards, up and down between suits", "在牌间移动，上下换门"),
    "help.space": ("select a card; during the draw: skip to its end", "选牌；摸牌时：直接摸完"),
    "help.pair": ("select all cards equal to this one", "选中所有相同的牌"),
    "help.escape": ("clear the selection", "清除选择"),
    "help.enter": ("play or bury; while others play: hurry", "出牌或埋底；别人出牌时：加快"),
    "help.declare": ("declare trumps, or bid for the land", "亮主；炒地皮"),
    "help.what": ("what may be played, with a hint", "可以出什么，附提示"),
    "help.hint": ("select the hint", "按提示选牌"),
    "help.last": ("the last trick", "上一轮"),
    "help.kitty": ("the kitty, when you buried it", "看底牌（埋底的人）"),
    "help.score": ("points, sides and levels of everyone", "各人的分数、身份和级数"),
    "help.rules": ("the rules that are played", "本场规则"),
    "help.redeal": ("claim a re-deal, when you may", "要求重发（可以时）"),
    "help.signs": (
        "On the table: › led, ★ is winning, D Dealer, F friend, L level.",
        "桌上：› 领出，★ 最大，庄 庄家，友 朋友，打 级数。",
    ),
    "help.speed": ("faster, slower", "加快、放慢"),
    "help.colours": ("four colours for the suits, or two", "四色或两色花色"),
    "help.language": ("中文 / English", "English / 中文"),
    "help.quit": ("leave; the match is saved", "退出；牌局已保存"),
    "help.mouse": (
        "The mouse works too: click cards, and the keys below.",
        "也可用鼠标点牌和下方按键。",
    ),
    "help.order": (
        "Play goes counter-clockwise: you, East on your right, North, West.",
        "逆时针出牌：你、右边的下家、对家、上家。",
    ),
    "help.order-many": (
        "Play goes counter-clockwise, to your right.",
        "逆时针出牌，先到你的右边。",
    ),
    # Names of keys, and the line of keys
    "key.space": ("Space", "空格"),
    "key.enter": ("Enter", "Enter"),
    "key.escape": ("Esc", "Esc"),
    "key.arrows": ("Arrows", "方向键"),
    "do.play": ("play", "出牌"),
    "do.bury": ("bury", "埋底"),
    "do.select": ("select", "选"),
    "do.pair": ("equal", "同牌"),
    "do.hint": ("hint", "提示"),
    "do.what": ("what?", "可出"),
    "do.last": ("last", "上轮"),
    "do.kitty": ("kitty", "底牌"),
    "do.declare": ("declare", "亮主"),
    "do.no": ("no", "不亮"),
    "do.pass": ("pass", "不炒"),
    "do.bid": ("bid", "炒"),
    "do.redeal": ("re-deal", "重发"),
    "do.play-on": ("play on", "照打"),
    "do.call": ("call", "叫朋友"),
    "do.score": ("score", "分数"),
    "do.skip": ("skip", "摸完"),
    "do.hurry": ("hurry", "加快"),
    "do.speed": ("speed", "速度"),
    "do.help": ("keys", "按键"),
    "do.quit": ("quit", "退出"),
}
