"""The form before a match: text, system and all options, generated from `Rules`."""

from __future__ import annotations

from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from shengji.rules import PRESETS, SYSTEMS, Option, Rules, RulesError, houses, option_of
from shengji.terminal.table import rulewords
from shengji.terminal.table.draft import TEXTS, Draft, read_value, values_of
from shengji.terminal.table.screen.sheets import ChoiceSheet, Content, MarkSheet, NameSheet
from shengji.terminal.table.speaker import Speaker
from shengji.terminal.table.widgets.form import ACTIONS, Form
from shengji.words import Language


class RulesForm(Screen[Rules | None]):
    """The screen to choose rules; its result is `None` if the player goes back.

    Args:
        draft: the draft of an earlier visit, to continue; or `None`.
    """

    CSS = "RulesForm { background: #08291f; overflow: hidden; } Form { height: 100%; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)"),
        Binding("right", "step(1)"),
        Binding("enter,space", "choose"),
        Binding("backspace,delete,x", "reset"),
        Binding("s", "choose('form.save')"),
        Binding("l", "choose('form.load')"),
        Binding("b", "begin"),
        Binding("escape,q", "back"),
        Binding("g,f2", "app.language"),
    ]

    def __init__(self, rules: Rules, language: Language, draft: Draft | None = None) -> None:
        super().__init__()
        self.draft = draft or Draft(rules)
        self.language: Language = language

    def compose(self) -> ComposeResult:
        """Yield the form, which fills the screen."""
        yield Form(self.draft)

    def on_mount(self) -> None:
        """Paint the form."""
        self.redraw()

    @property
    def form(self) -> Form:
        """The form widget."""
        return self.query_one(Form)

    @property
    def speaker(self) -> Speaker:
        """The speaker of the current language."""
        return Speaker(self.language, 4)

    def redraw(self) -> None:
        """Show the current draft."""
        self.form.show(self.speaker)

    def on_form_clicked(self) -> None:
        """Handle a click on the marked entry."""
        self.action_choose()

    # Changes

    def action_step(self, by: int) -> None:
        """Select the next or previous value of the option, text or system."""
        self.form.told = ""
        entry, draft = self.form.entry, self.draft
        if entry == "form.preset":
            draft.choose_preset(TEXTS[(TEXTS.index(draft.preset) + by) % len(TEXTS)])
        elif entry == "form.system":
            names = [None, *SYSTEMS]
            draft.choose_system(names[(names.index(draft.system) + by) % len(names)])
        elif entry not in ACTIONS and self._may_change(entry):
            draft.step(entry, by)
        self.redraw()

    def _may_change(self, name: str) -> bool:
        """Whether an option is in effect; if not, show its condition."""
        if self.draft.rules.in_effect(name) or name in self.draft.changes:
            return True
        needs = option_of(name).condition(self.language)
        self.form.told = self.speaker.say("form.idle", text=needs)
        return False

    def action_reset(self) -> None:
        """Reset the option to the value of the preset."""
        self.form.told = ""
        if self.form.entry not in ACTIONS:
            self.draft.reset(self.form.entry)
        self.redraw()

    @work(exclusive=True)
    async def action_choose(self, entry: str | None = None) -> None:
        """Ask for the value of an entry, by default the marked one, or run its action."""
        if entry is not None:
            self.form.point_at(entry)
        self.form.told = ""
        match self.form.entry:
            case "form.begin":
                self.action_begin()
            case "form.preset":
                await self._choose_preset()
            case "form.system":
                await self._choose_system()
            case "form.load":
                await self._load()
            case "form.save":
                await self._save()
            case name:
                await self._choose_value(name)
        self.redraw()

    async def _choice(self, title: str, options: list[str], at: int) -> int | None:
        def content() -> Content:
            return title, [], self.speaker.text("sheet.choose")

        return await self.app.push_screen_wait(ChoiceSheet(content, lambda: options, at))

    async def _choose_preset(self) -> None:
        options = [rulewords.title(PRESETS[name], self.language) for name in TEXTS]
        title = self.speaker.text("form.preset")
        at = await self._choice(title, options, TEXTS.index(self.draft.preset))
        if at is not None:
            self.draft.choose_preset(TEXTS[at])

    async def _choose_system(self) -> None:
        names = [None, *SYSTEMS]
        systems = [rulewords.title(system, self.language) for system in SYSTEMS.values()]
        options = [self.speaker.text("form.no-system"), *systems]
        title = self.speaker.text("form.system")
        at = await self._choice(title, options, names.index(self.draft.system))
        if at is not None:
            self.draft.choose_system(names[at])

    async def _choose_value(self, name: str) -> None:
        if not self._may_change(name):
            return
        option, draft, language = option_of(name), self.draft, self.language
        now = draft.value(name)
        if option.kind == "levels":
            levels = [str(value) for value in option.values]
            assert isinstance(now, list)
            marked = {levels.index(level) for level in now}

            def content() -> Content:
                return option.title(language), [], self.speaker.text("sheet.mark")

            chosen = await self.app.push_screen_wait(MarkSheet(content, lambda: levels, marked))
            if chosen is not None:
                draft.put(name, [levels[i] for i in sorted(chosen)])
        elif option.kind == "number":
            await self._type_number(name)
        else:
            values = values_of(option)
            labels = [option.label(value, language) for value in values]
            at = await self._choice(option.title(language), labels, values.index(now))
            if at is not None:
                draft.put(name, values[at])

    async def _type_number(self, name: str) -> None:
        option = option_of(name)
        now = self.draft.value(name)

        def content() -> Content:
            lines = [self.speaker.say("form.allowed", text=self._allowed(option))]
            return option.title(self.language), lines, self.speaker.text("sheet.type")

        typed = await self.app.push_screen_wait(NameSheet(content, "" if now is None else str(now)))
        if typed is None:
            return
        try:
            self.draft.put(name, read_value(option, typed))
        except ValueError:
            allowed = self._allowed(option)
            self.form.told = self.speaker.say("form.not-allowed", text=typed, allowed=allowed)

    def _allowed(self, option: Option) -> str:
        """The allowed numbers and words of an option."""
        speaker, numbers = self.speaker, (option.low, option.high)
        key = "form.numbers" if option.step == 1 else "form.steps"
        words = [speaker.say(key, low=numbers[0], high=numbers[1], size=option.step)]
        words += [f"{word} ({option.label(word, self.language)})" for word in option.words]
        if option.unset:
            words.append(speaker.say("form.unset", text=option.label(None, self.language)))
        return ("；" if self.language == "zh" else "; ").join(words)

    # Saved rules

    async def _load(self) -> None:
        names = houses()
        if not names:
            self.form.told = self.speaker.text("form.no-houses")
            return
        at = await self._choice(self.speaker.text("form.load"), names, 0)
        if at is None:
            return
        try:
            self.draft.load(names[at])
            self.form.told = self.speaker.say("form.loaded", text=names[at])
        except (RulesError, OSError) as error:
            self.form.told = str(error)

    async def _save(self) -> None:
        def content() -> Content:
            speaker = self.speaker
            lines = [speaker.text("form.name")]
            return speaker.text("form.save"), lines, speaker.text("sheet.type")

        name = await self.app.push_screen_wait(NameSheet(content, self.draft.house or ""))
        if not name:
            return
        try:
            self.draft.save(name)
            self.form.told = self.speaker.say("form.saved", text=name)
        except (RulesError, OSError) as error:
            known = isinstance(error, RulesError) and error.field == "name"
            words = self.speaker.say("form.bad-name", text=name) if known else str(error)
            self.form.told = words

    # End

    def action_begin(self) -> None:
        """Close the form with these rules, if they are valid."""
        if self.draft.error is None:
            self.dismiss(self.draft.rules)
        else:
            self.form.told = self.speaker.text("form.not-yet")
            self.redraw()

    def action_back(self) -> None:
        """Go back without a choice; the draft is kept."""
        self.dismiss(None)
