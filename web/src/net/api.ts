/** What is asked of the server over HTTP, one function for each address under `/api`. */
import type {
  BotLine,
  CheckedRules,
  CheckRules,
  DeviceLink,
  Devices,
  Fault,
  HandReplay,
  Lobby,
  Me,
  NewTable,
  Pushes,
  QuickPlay,
  Rename,
  RulesForm,
  Settings,
  Subscribe,
  TableId,
  TableLine,
  Text,
  Tongue,
} from "../wire";

/** The server refused a request; nothing has changed. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly words: Text,
  ) {
    super(words.en);
  }
}

/** The server could not be reached, or could not answer; the same request may work later. */
export class Unreachable extends Error {}

/** Answers of these statuses may be without content. */
const SILENT: ReadonlySet<number> = new Set([202, 204]);

/** How long an answer is waited for, in milliseconds. */
const PATIENCE = 15_000;

let meeting: Promise<Me> | null = null;
let changing: Promise<unknown> = Promise.resolve();

/**
 * Who this browser is; a new guest where it is nobody yet.
 *
 * Whoever asks while it is being asked gets the same answer: the server would make two guests of a
 * stranger who asks twice at once, and the line could be one's and the name the other's.
 */
export function me(): Promise<Me> {
  if (!meeting) {
    const asked = changing
      .then(() => ask<Me>("POST", "/api/me"))
      .finally(() => {
        if (meeting === asked) meeting = null;
      });
    meeting = asked;
  }
  return meeting;
}

/**
 * Ask for something after which this browser is known otherwise.
 *
 * Never while it asks who it is: that answer, too late, would give it the secret of before again.
 */
export function change<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const changed = Promise.allSettled([changing, meeting]).then(work);
  changing = changed.catch(() => undefined);
  return changed;
}

/** Who asks from now on gets an answer of its own: this browser is known otherwise. */
export const meAnew = (): void => void (meeting = null);

/** Take another name. */
export const rename = (name: string): Promise<Me> =>
  ask("PATCH", "/api/me", { name } satisfies Rename);

/** Give up the seat that one holds at a table. */
export const leaveTable = (table: string): Promise<Me> =>
  ask("DELETE", `/api/me/tables/${encodeURIComponent(table)}`);

/** A link that makes another browser this person's. */
export const deviceLink = (): Promise<DeviceLink> => ask("POST", "/api/me/link");

/** Become the person that a link is of. */
export const useDeviceLink = (token: string): Promise<Me> =>
  change(() => ask("POST", `/api/link/${encodeURIComponent(token)}`));

/** One's own browsers. */
export const devices = (): Promise<Devices> => ask("GET", "/api/me/devices");

/** Sign out one of one's own browsers, or all but this one. */
export const signOut = (device: string | null): Promise<Devices> =>
  ask(
    "DELETE",
    device === null ? "/api/me/devices" : `/api/me/devices/${encodeURIComponent(device)}`,
  );

/** Whether this browser is called while no page is open. */
export const pushes = (): Promise<Pushes> => ask("GET", "/api/me/pushes");

/** Let this browser be called while no page is open. */
export const subscribe = (where: Subscribe): Promise<Pushes> =>
  ask("POST", "/api/me/pushes", where);

/** Let this browser be called no more. */
export const unsubscribe = (): Promise<Pushes> => ask("DELETE", "/api/me/pushes");

/** The open tables. */
export const lobby = (): Promise<Lobby> => ask("GET", "/api/lobby");

/** A table to be opened; what is not said about how it is run, the server chooses. */
export type Opening = Omit<NewTable, "settings"> & { readonly settings?: Partial<Settings> };

/** Open a table. */
export const openTable = (table: Opening): Promise<TableId> => ask("POST", "/api/tables", table);

/** A table as the lobby shows it, private ones too. */
export const tableLine = (table: string): Promise<TableLine> =>
  ask("GET", `/api/tables/${encodeURIComponent(table)}`);

/** The bots that can play by the rules of a table. */
export const tableBots = (table: string): Promise<readonly BotLine[]> =>
  ask("GET", `/api/tables/${encodeURIComponent(table)}/bots`);

/** A hand of the last match that is over, with all cards. */
export const handReplay = (table: string, hand: number): Promise<HandReplay> =>
  ask("GET", `/api/tables/${encodeURIComponent(table)}/hands/${hand}`);

/** Where the record of a table's match is kept as a file. */
export const recordAddress = (table: string): string =>
  `/api/tables/${encodeURIComponent(table)}/record`;

/** Be seated at a table where it starts soon, or at once. */
export const quickPlay = (wish: QuickPlay): Promise<TableId> => ask("POST", "/api/play", wish);

const forms = new Map<Tongue, Promise<RulesForm>>();

/** Everything that a form for rules needs; asked for once in each language. */
export function rulesForm(tongue: Tongue): Promise<RulesForm> {
  let form = forms.get(tongue);
  if (!form) {
    form = ask<RulesForm>("GET", `/api/rules/${tongue}`);
    forms.set(tongue, form);
    form.catch(() => forms.delete(tongue));
  }
  return form;
}

/** What rules come to, or why they cannot be played. */
export const checkRules = (rules: CheckRules["rules"]): Promise<CheckedRules> =>
  ask("POST", "/api/rules/check", { rules } satisfies CheckRules);

/**
 * Ask the server for something.
 *
 * @param body - what is sent as JSON, if anything.
 * @param patience - how long the answer is waited for, in milliseconds.
 * @returns what it answers; nothing where it answers with nothing.
 */
export async function ask<Answer>(
  method: string,
  address: string,
  body?: unknown,
  patience = PATIENCE,
): Promise<Answer> {
  const response = await sent(method, address, body, patience);
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok && (answer !== null || SILENT.has(response.status))) return answer as Answer;
  if (isFault(answer)) throw new Refusal(response.status, answer.code, answer.words);
  throw new Unreachable(`${method} ${address} was answered with ${response.status}`);
}

async function sent(
  method: string,
  address: string,
  body: unknown,
  patience: number,
): Promise<Response> {
  try {
    return await fetch(address, {
      method,
      signal: AbortSignal.timeout(patience),
      ...(body === undefined
        ? {}
        : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
    });
  } catch (cause) {
    throw new Unreachable(`${method} ${address} was not answered`, { cause });
  }
}

function isFault(answer: unknown): answer is Fault {
  return typeof answer === "object" && answer !== null && "code" in answer && "words" in answer;
}
