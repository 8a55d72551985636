"""Texts of the form in which the rules are chosen."""

FORM: dict[str, tuple[str, str]] = {
    "form.title": ("The rules of the match", "本场规则"),
    "form.begin": ("Begin the match", "开始"),
    "form.preset": ("Text", "依据"),
    "form.system": ("System", "玩法"),
    "form.no-system": ("as the text has it: four players, two decks", "依原文：四人两副牌"),
    "form.load": ("Load a house's rules", "载入自家规则"),
    "form.save": ("Save as a house's rules", "存为自家规则"),
    "form.about": (
        "Choose a text and a system, and change any option. What differs from them is marked *; "
        "what is faint has no effect with the other choices. Rules can be saved under a name, and "
        "are then played with --rules NAME too.",
        "先选依据和玩法，再改任意选项。带 * 的与所选不同；暗色的在当前选择下不起作用。"
        "规则可以取名保存，以后也可用 --rules 名字 来打。",
    ),
    "form.other": ("(else: {text})", "（原为：{text}）"),
    "form.idle": ("Has no effect here; it needs: {text}.", "此处不起作用，须：{text}。"),
    "form.not-yet": ("not yet: see below", "还不行，见下"),
    "form.unplayable": (
        "These rules cannot be played yet; what is wrong stands below.",
        "这样还不能打，原因见下。",
    ),
    "form.no-such": ("there is no such choice", "没有这样的选法"),
    "form.wrong": (
        "{title} cannot be {value}: {why}; allowed here: {allowed}",
        "「{title}」不能是「{value}」：{why}；可以是：{allowed}",
    ),
    "form.numbers": ("{low} to {high}", "{low} 到 {high}"),
    "form.steps": ("{low} to {high} in steps of {size}", "{low} 到 {high}，每 {size} 一档"),
    "form.allowed": ("Allowed: {text}.", "可以是：{text}。"),
    "form.unset": ("empty: {text}", "留空：{text}"),
    "form.not-allowed": (
        "It cannot be {text!r}; allowed: {allowed}.",
        "不能是 {text!r}；可以是：{allowed}。",
    ),
    "form.no-houses": ("No rules have been saved yet.", "还没有存过规则。"),
    "form.loaded": ("Loaded: {text}.", "已载入：{text}。"),
    "form.saved": ("Saved as {text}.", "已存为 {text}。"),
    "form.name": (
        "A name of letters, digits, - and _:",
        "名字由文字、数字、- 和 _ 组成：",
    ),
    "form.bad-name": (
        "Rules cannot be saved as {text!r}: letters, digits, - and _, and no preset's name.",
        "不能存为 {text!r}：只能用文字、数字、- 和 _，且不能与已有玩法同名。",
    ),
    "form.keys": (
        "↑↓ PgDn move  ←→ change  Enter choose  x reset  b begin  Esc back  g 中文",
        "↑↓ 移动  PgDn 换组  ←→ 改  Enter 选  x 还原  b 开始  Esc 返回  g English",
    ),
    "sheet.mark": ("Space marks, Enter done, Esc back", "空格勾选，Enter 完成，Esc 返回"),
    "sheet.type": ("Enter done, Esc back", "Enter 完成，Esc 返回"),
}
