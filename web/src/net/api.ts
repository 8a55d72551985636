/**
 * How the server is asked over HTTP; `../requests.ts` has a function for each address.
 *
 * What stands here besides is more than one request.
 */
import type { Fault, Me, NewTable, RulesForm, Settings, TableId, Text, Tongue } from "../wire";

/** The server refused a request; nothing has changed. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly words: Text,
    /** In how many milliseconds the same may be asked again; null: the server has not said. */
    readonly later: number | null = null,
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
/** How often something is asked for again whose answer is late, or that the server puts off. */
const AGAIN = 3;
/** How often that is done with what makes something. */
const MADE_AGAIN = 2;
/** In how many milliseconds something is sent again whose answer was lost. */
const LOST = 500;
/** For how many milliseconds one who presses again after a lost answer means the same. */
const ONE_PRESS = 300_000;
/** The longest that it is put off, in milliseconds, before the person is told. */
const SOON = 10_000;

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
      .then(() => make<Me>("/api/me"))
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

/** Become the person that a link is of. */
export const useDeviceLink = (token: string): Promise<Me> =>
  change(() => make(`/api/link/${encodeURIComponent(token)}`));

/** A table to be opened; what is not said about how it is run, the server chooses. */
export type Opening = Omit<NewTable, "settings"> & { readonly settings?: Partial<Settings> };

/** Open a table. */
export const openTable = (table: Opening): Promise<TableId> => make("/api/tables", table);

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

/**
 * Ask the server for something.
 *
 * What changes nothing is asked for again where the answer is late, or the server asks to wait.
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
  for (let again = method === "GET" ? AGAIN : 0; ; again--) {
    try {
      return await once<Answer>(method, address, body, patience);
    } catch (fault) {
      const later = laterAfter(fault);
      if (!again || later === null) throw fault;
      await new Promise((resolve) => setTimeout(resolve, later));
    }
  }
}

/** The keys of requests that make something and have had no answer, and since when, by what was asked. */
const unanswered = new Map<string, { readonly key: string; readonly at: number }>();

/**
 * Ask for something that makes something, once.
 *
 * Where no answer comes the same is sent again with the same key, by which the server knows it: at once,
 * and when the person presses once more within some minutes.
 *
 * @param body - what is sent as JSON, if anything.
 * @param patience - how long the answer is waited for, in milliseconds.
 * @returns what it answers; nothing where it answers with nothing.
 */
export async function make<Answer>(
  address: string,
  body?: unknown,
  patience = PATIENCE,
): Promise<Answer> {
  const what = `${address} ${JSON.stringify(body) ?? ""}`;
  const before = unanswered.get(what);
  const key = before && Date.now() - before.at < ONE_PRESS ? before.key : newKey();
  unanswered.set(what, { key, at: Date.now() });
  for (let again = MADE_AGAIN; ; again--) {
    try {
      const answer = await once<Answer>("POST", address, body, patience, key);
      unanswered.delete(what);
      return answer;
    } catch (fault) {
      const isBusy = fault instanceof Refusal && fault.code === "key-busy";
      if (fault instanceof Refusal && !isBusy) unanswered.delete(what);
      const later = isBusy ? laterAfter(fault) : fault instanceof Unreachable ? LOST : null;
      if (!again || later === null || !navigator.onLine) throw fault;
      await new Promise((resolve) => setTimeout(resolve, later));
    }
  }
}

/** A new key for a request, which nobody can guess; `randomUUID` is missing over plain HTTP. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");

/** In how many milliseconds to ask again after a fault; null: not by itself. */
function laterAfter(fault: unknown): number | null {
  if (fault instanceof Refusal)
    return fault.later !== null && fault.later <= SOON ? fault.later : null;
  const cause = fault instanceof Unreachable ? fault.cause : null;
  return cause instanceof DOMException && cause.name === "TimeoutError" ? 0 : null;
}

async function once<Answer>(
  method: string,
  address: string,
  body: unknown,
  patience: number,
  key: string | null = null,
): Promise<Answer> {
  const response = await sent(method, address, body, patience, key);
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok && (answer !== null || SILENT.has(response.status))) return answer as Answer;
  if (isFault(answer)) {
    const seconds = response.headers.get("retry-after");
    const later = seconds === null ? null : 1000 * Number(seconds);
    throw new Refusal(response.status, answer.code, answer.words, later);
  }
  throw new Unreachable(`${method} ${address} was answered with ${response.status}`);
}

/** An address with what is asked for in its query; what is missing or null is left out. */
export function withQuery(
  address: string,
  query: Readonly<Record<string, string | number | boolean | null | undefined>>,
): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined) given.set(name, String(value));
  }
  const written = given.toString();
  return written ? `${address}?${written}` : address;
}

async function sent(
  method: string,
  address: string,
  body: unknown,
  patience: number,
  key: string | null,
): Promise<Response> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (key !== null) headers["Idempotency-Key"] = key;
  try {
    return await fetch(address, {
      method,
      headers,
      signal: AbortSignal.timeout(patience),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch (cause) {
    throw new Unreachable(`${method} ${address} was not answered`, { cause });
  }
}

function isFault(answer: unknown): answer is Fault {
  return typeof answer === "object" && answer !== null && "code" in answer && "words" in answer;
}
