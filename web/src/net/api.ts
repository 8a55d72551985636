/**
 * HTTP requests; `../requests.ts` has a function for each address.
 *
 * This module retries them, and has the calls that take several requests.
 */
import type { Fault, Me, NewTable, RulesForm, Settings, TableId, Text, Tongue } from "../wire";

/** The server refused a request; nothing has changed. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly words: Text,
    /** Delay in milliseconds before the request may be repeated; null: not given by the server. */
    readonly later: number | null = null,
  ) {
    super(words.en);
  }
}

/** The server could not be reached, or could not answer; the same request may work later. */
export class Unreachable extends Error {}

/** Statuses of responses that may have no body. */
const SILENT: ReadonlySet<number> = new Set([202, 204]);

/** Timeout of a request, in milliseconds. */
const PATIENCE = 15_000;
/** Maximum retries of a request that is late, or that the server defers. */
const AGAIN = 3;
/** Maximum retries of a request that creates something. */
const MADE_AGAIN = 2;
/** Delay before a retry after a lost response, in milliseconds. */
const LOST = 500;
/** Time in milliseconds for which a second press after a lost response is the same request. */
const ONE_PRESS = 300_000;
/** Maximum delay of a deferred request, in milliseconds, before the user sees an error. */
const SOON = 10_000;

let meeting: Promise<Me> | null = null;
let changing: Promise<unknown> = Promise.resolve();

/**
 * The person of this browser; a new browser becomes a guest.
 *
 * Concurrent calls share one request: the server would create two guests for two of them.
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
 * Send a request that changes the person of this browser.
 *
 * It waits for a pending `me`, whose late response would restore the previous cookie.
 */
export function change<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const changed = Promise.allSettled([changing, meeting]).then(work);
  changing = changed.catch(() => undefined);
  return changed;
}

/** Do not share a pending `me` with later calls, since the person has changed. */
export const meAnew = (): void => void (meeting = null);

/** Sign in with the link of another device. */
export const useDeviceLink = (token: string): Promise<Me> =>
  change(() => make(`/api/link/${encodeURIComponent(token)}`));

/** A table to be opened; the server chooses the settings that are left out. */
export type Opening = Omit<NewTable, "settings"> & { readonly settings?: Partial<Settings> };

/** Open a table. */
export const openTable = (table: Opening): Promise<TableId> => make("/api/tables", table);

const forms = new Map<Tongue, Promise<RulesForm>>();

/** The form for rules, cached by language. */
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
 * Send a request.
 *
 * A GET is retried if its response is late, or if the server defers it.
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

/** Idempotency keys of creating requests without a response, with their times, by request. */
const unanswered = new Map<string, { readonly key: string; readonly at: number }>();

/**
 * Send a request that creates something, with an idempotency key.
 *
 * Without a response it is retried with the same key: at once, and when the user presses again
 * within some minutes.
 *
 * @param body - sent as JSON, if given.
 * @param patience - timeout of the response, in milliseconds.
 * @returns the response's body, if any.
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

/** A random key for a request; `randomUUID` is missing over plain HTTP. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");

/** Delay before a retry after an error, in milliseconds; null: no retry. */
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

/** An address with its query; undefined and null parameters are left out. */
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
