import { Resource } from "../net/resource.svelte";
import { same, type Value } from "../ui/fields";
import type { CheckedRules, CheckRules } from "../wire";
import type { Values } from "./options";

/** Rules as the server takes them. */
export type Given = CheckRules["rules"];

/** Asks the server to check rules. */
export type Checker = (rules: Given) => Promise<CheckedRules>;

/** The text and the system that hold until others are chosen. */
export const FIRST_TEXT = "zhang-2021";
export const FIRST_SYSTEM = "tractor";

/** The game that is the first system with an option of its own. */
export const LAND = "land";

/** Delay in milliseconds after a change before the server is asked. */
const PAUSE = 200;

/** A draft of rules: a text, a system, and changed options. The server checks every change. */
export class RulesDraft {
  #text = $state(FIRST_TEXT);
  #system = $state(FIRST_SYSTEM);
  #changes = $state.raw<Values>({});
  #base = $state.raw<Values | null>(null);
  /** Whether `#base` belongs to a text or system other than the chosen one. */
  #outdated = true;
  readonly #checked = new Resource<CheckedRules>();
  #active = $state.raw<readonly string[]>([]);

  readonly #check: Checker;

  /**
   * @param given - the rules to begin with.
   * @param systems - the names of the systems, which may also stand as a preset.
   */
  constructor(given: Given, systems: readonly string[], check: Checker) {
    this.#check = check;
    const { preset, system, ...changes } = typeof given === "string" ? { preset: given } : given;
    const named = String(preset ?? FIRST_TEXT);
    this.#text = systems.includes(named) ? FIRST_TEXT : named;
    this.#system = String(system ?? (systems.includes(named) ? named : FIRST_SYSTEM));
    this.#changes = changes as Values;
    this.#ask();
  }

  /** The text that is followed. */
  get text(): string {
    return this.#text;
  }
  set text(text: string) {
    this.#text = text;
    this.#rebased();
  }

  /** The system laid over the text. */
  get system(): string {
    return this.#system;
  }
  set system(system: string) {
    this.#system = system;
    this.#rebased();
  }

  /** The game of the rules: the system, or Bidding for Land, which is an option of a system. */
  get game(): string {
    return this.#system === FIRST_SYSTEM && this.#changes[LAND] === true ? LAND : this.#system;
  }
  set game(game: string) {
    const { [LAND]: _, ...others } = this.#changes;
    this.#changes = game === LAND ? { ...others, [LAND]: true } : others;
    this.system = game === LAND ? FIRST_SYSTEM : game;
  }

  /** The value of every option; nothing until the server has first answered. */
  get values(): Values {
    return { ...this.#base, ...this.#changes };
  }

  /** The values of the text with the system alone. */
  get base(): Values {
    return this.#base ?? {};
  }

  /** Whether the server has answered, so that there are values to show. */
  get ready(): boolean {
    return this.#base !== null;
  }

  /** The options that differ from the text and the system. */
  get changed(): readonly string[] {
    return Object.keys(this.#changes);
  }

  /** The options that are in effect. */
  get active(): readonly string[] {
    return this.#active;
  }

  /** The checked rules; null while unknown, or when they are invalid. */
  get result(): CheckedRules | null {
    return this.checking || this.fault ? null : this.#checked.value;
  }

  /** The reason why the rules are invalid. */
  get fault(): CheckedRules["fault"] {
    return this.#checked.value?.fault ?? null;
  }

  get checking(): boolean {
    return this.#checked.busy;
  }

  /** The error of the request to the server; null: none. */
  get unreachable(): unknown {
    return this.#checked.fault;
  }

  /** The rules as the server takes them. */
  get given(): Given {
    return { ...this.#head(), ...this.#changes };
  }

  /** Set an option; the preset's own value is no change. */
  set(option: string, value: Value): void {
    const { [option]: _, ...others } = this.#changes;
    this.#changes = same(value, this.base[option]) ? others : { ...others, [option]: value };
    this.#ask(PAUSE);
  }

  /** Reset an option to the preset. */
  reset(option: string): void {
    const { [option]: _, ...others } = this.#changes;
    this.#changes = others;
    this.#ask(PAUSE);
  }

  /** Put all options back to the preset. */
  resetAll(): void {
    this.#changes = {};
    this.#ask(PAUSE);
  }

  /** Ask the server again, after it could not be reached. */
  retry(): void {
    this.#ask();
  }

  #head(): Record<string, string> {
    const system = this.#system === FIRST_SYSTEM ? {} : { system: this.#system };
    return { preset: this.#text, ...system };
  }

  #rebased(): void {
    this.#outdated = true;
    this.#ask();
  }

  #ask(delay = 0): void {
    const check = async (signal: AbortSignal): Promise<CheckedRules> => {
      if (this.#outdated) {
        const { values } = await this.#check(this.#head());
        signal.throwIfAborted();
        this.#base = values as Values;
        this.#outdated = false;
        this.#dropUnchanged();
      }
      return this.#check(this.given);
    };
    const accept = ({ fault, active }: CheckedRules): void => {
      if (!fault) this.#active = active;
    };
    void this.#checked.load(check, { delay, accept });
  }

  /** Drop changes that equal the new text or system. */
  #dropUnchanged(): void {
    const left = Object.entries(this.#changes).filter(
      ([option, value]) => !same(value, this.base[option]),
    );
    if (left.length < this.changed.length) this.#changes = Object.fromEntries(left);
  }
}
