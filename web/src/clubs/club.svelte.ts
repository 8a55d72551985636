/** A club as its pages share it: what is known, and changes that show their refusal. */
import { reason } from "../net/faults";
import { oneClub } from "../requests";
import { met } from "../state/person.svelte";
import { toast } from "../ui/toasts.svelte";
import type { ClubState } from "../wire";
import { t } from "../words/words.svelte";

/** Whether the user is an owner or organiser, and the club is not frozen. */
export const runs = ({ role, frozen }: ClubState): boolean =>
  !frozen && (role === "owner" || role === "organiser");

/** A club, with what a page of it needs besides. */
export class Club<T> {
  state: ClubState | null = $state.raw(null);
  /** What the page needs besides; `null`: not loaded. */
  more: T | null = $state.raw(null);
  fault: unknown = $state.raw(null);

  /** @param rest - requests the rest, once the club is known. */
  constructor(
    readonly id: string,
    private readonly rest: (state: ClubState) => Promise<T>,
  ) {
    void this.load();
    $effect(() => {
      document.title = `${this.state?.settings.name ?? ""} · ${t("shell.title")}`;
    });
  }

  /** Load again; what is shown stays until then. */
  async load(): Promise<void> {
    try {
      await met();
      const state = await oneClub(this.id);
      this.more = await this.rest(state);
      this.state = state;
      this.fault = null;
    } catch (fault) {
      this.fault = fault;
    }
  }

  /** Run a change and load again; shows the reason of a refusal. Returns whether it was done. */
  async tried(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
    } catch (fault) {
      toast(reason(fault), "fault");
      return false;
    }
    await this.load();
    return true;
  }
}
