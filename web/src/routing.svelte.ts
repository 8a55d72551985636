/** Where in the site the browser is; the address after `#` says it. */
import { visit } from "./ui/layers.svelte";

/** A page; `wanted` is what stands after `?`. */
export type Route =
  | { readonly page: "lobby" }
  | { readonly page: "table"; readonly table: string }
  | { readonly page: "intro" }
  | { readonly page: "account" }
  | { readonly page: "sign-in" }
  | { readonly page: "admin" }
  | { readonly page: "house"; readonly rules: string }
  | { readonly page: "device"; readonly token: string }
  | { readonly page: "friends" }
  | { readonly page: "friend"; readonly token: string }
  | EveningRoute
  | { readonly page: "matches"; readonly wanted: string }
  | { readonly page: "match"; readonly match: string }
  | Replayed
  | { readonly page: "person"; readonly person: string }
  | { readonly page: "leaderboard"; readonly wanted: string }
  | { readonly page: "pairing"; readonly code: string | null }
  | { readonly page: "practice"; readonly what: string | null }
  | { readonly page: "claim"; readonly night: string; readonly code: string }
  | NightRoute;

/** A page of regular evenings. */
export type EveningRoute =
  | { readonly page: "evenings" }
  | { readonly page: "evening"; readonly evening: string }
  /** The table of which it is made, or none. */
  | { readonly page: "make-evening"; readonly table: string | null }
  | { readonly page: "join-evening"; readonly token: string };

/** Whether a page is one of regular evenings. */
export const isOfEvenings = (route: Route): route is EveningRoute => /evening/.test(route.page);

/** A page of nights. */
export type NightRoute =
  | { readonly page: "nights"; readonly view?: undefined }
  | { readonly page: "make-night"; readonly view?: undefined }
  | {
      readonly page: "night";
      readonly night: string;
      readonly view?: NightView;
      /** The paper to be printed; else the one for its stage. */
      readonly paper?: NightPaper;
    }
  | { readonly page: "series"; readonly series: string; readonly view?: "print" };

/** Whether a page is one of nights. */
export const isOfNights = (route: Route): route is NightRoute => /night|series/.test(route.page);

/** Where a hand that is gone through comes from: the history, a table, a link, or a file. */
export type ReplaySource = "match" | "table" | "shared" | "file";
const SOURCES: readonly ReplaySource[] = ["match", "table", "shared", "file"];

/** A hand that is gone through. */
export interface Replayed {
  readonly page: "replay";
  readonly from: ReplaySource;
  /** Which match, table or link; a file has no name. */
  readonly id: string;
  /** Which hand of the match; else the first. */
  readonly hand?: number;
  /** After how many events of the hand; else before the first lead. */
  readonly at?: number;
  /** From whose eyes; else all hands lie open. */
  readonly seat?: number;
}

/** Where else a night is looked at than from a seat: at its desk, on the wall, on paper. */
export type NightView = "run" | "screen" | "print";
const VIEWS: readonly NightView[] = ["run", "screen", "print"];

/** Papers of a night. */
export type NightPaper = "seating" | "sheets" | "standings" | "certificates" | "season" | "slips";
const PAPERS: readonly NightPaper[] = [
  "seating",
  "sheets",
  "standings",
  "certificates",
  "season",
  "slips",
];

/**
 * The page that an address leads to; one that leads nowhere leads to the lobby.
 *
 * @param hash - the address from `#` on.
 */
export function routeOf(hash: string): Route {
  const [path = "", wanted = ""] = hash.replace(/^#?\/?/, "").split("?", 2);
  const [page, rest = "", third, ...more] = path.split("/", 5);
  const name = decoded(rest);
  if (page === "table" && name) return { page, table: name };
  if ((page === "device" || page === "friend") && name) return { page, token: name };
  if (page === "house" && name) return { page, rules: name };
  if (page === "intro" || page === "account" || page === "sign-in" || page === "admin")
    return { page };
  if (page === "friends") return { page };
  if (page === "evenings") return { page };
  if (page === "evening" && name) return { page, evening: name };
  if (page === "make-evening") return { page, table: name || null };
  if (page === "join-evening" && name) return { page, token: name };
  if (page === "matches" || page === "leaderboard") return { page, wanted };
  if (page === "pairing") return { page, code: name || null };
  if (page === "practice") return { page, what: name || null };
  if (page === "match" && name) {
    const hand = numbered("hand", third);
    // A hand of a match had an address under the match once.
    return hand.hand === undefined
      ? { page, match: name }
      : { page: "replay", from: page, id: name, ...hand };
  }
  if (page === "replay") return replayOf(name ?? "", [third, ...more], wanted);
  if (page === "nights" || page === "make-night") return { page };
  if (page === "series" && name)
    return { page, series: name, ...(third === "print" && { view: third }) };
  if (page === "night" && name) {
    const view = VIEWS.find((one) => one === third);
    const paper = view === "print" ? PAPERS.find((one) => one === more[0]) : undefined;
    return { page, night: name, ...(view && { view }), ...(paper && { paper }) };
  }
  if (page === "claim" && name) return { page, night: name, code: decoded(third ?? "") ?? "" };
  if (page === "person" && name) return { page, person: name };
  return { page: "lobby" };
}

function replayOf(
  source: string,
  parts: readonly (string | undefined)[],
  wanted: string,
): Replayed {
  const from = SOURCES.find((one) => one === source) ?? "file";
  const [id, ...where] =
    from === "file" ? [null, ...parts] : [decoded(parts[0] ?? ""), ...parts.slice(1)];
  if (from !== "file" && !id) return { page: "replay", from: "file", id: "" };
  return {
    page: "replay",
    from,
    id: id ?? "",
    ...numbered("hand", where[0]),
    ...numbered("at", where[1]),
    ...numbered("seat", new URLSearchParams(wanted).get("seat") ?? undefined, 0),
  };
}

function numbered<K extends string>(
  key: K,
  part: string | undefined,
  least = 1,
): { [key in K]?: number } {
  const number = part !== undefined && /^\d{1,4}$/.test(part) ? Number(part) : -1;
  return (number >= least ? { [key]: number } : {}) as { [key in K]?: number };
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null; // a stray per cent sign
  }
}

/** The address of a page, from `#` on. */
export function addressOf(route: Route): string {
  switch (route.page) {
    case "lobby":
      return "#/";
    case "table":
      return `#/table/${encodeURIComponent(route.table)}`;
    case "intro":
    case "account":
    case "sign-in":
    case "admin":
    case "friends":
    case "evenings":
      return `#/${route.page}`;
    case "house":
      return `#/house/${encodeURIComponent(route.rules)}`;
    case "evening":
      return `#/evening/${encodeURIComponent(route.evening)}`;
    case "make-evening":
      return route.table === null
        ? "#/make-evening"
        : `#/make-evening/${encodeURIComponent(route.table)}`;
    case "device":
    case "friend":
    case "join-evening":
      return `#/${route.page}/${encodeURIComponent(route.token)}`;
    case "matches":
    case "leaderboard":
      return route.wanted ? `#/${route.page}?${route.wanted}` : `#/${route.page}`;
    case "pairing":
      return route.code === null ? "#/pairing" : `#/pairing/${encodeURIComponent(route.code)}`;
    case "practice":
      return route.what === null ? "#/practice" : `#/practice/${encodeURIComponent(route.what)}`;
    case "match":
      return `#/match/${encodeURIComponent(route.match)}`;
    case "replay": {
      const source =
        route.from === "file" ? "file" : `${route.from}/${encodeURIComponent(route.id)}`;
      const where = route.at === undefined ? [route.hand] : [route.hand ?? 1, route.at];
      const seat = route.seat === undefined ? "" : `?seat=${route.seat}`;
      return `#/${["replay", source, ...where.filter((part) => part !== undefined)].join("/")}${seat}`;
    }
    case "nights":
    case "make-night":
      return `#/${route.page}`;
    case "series":
    case "night": {
      const name = route.page === "series" ? route.series : route.night;
      const parts = [
        encodeURIComponent(name),
        route.view,
        route.page === "night" ? route.paper : undefined,
      ];
      return `#/${[route.page, ...parts.filter((part) => part !== undefined)].join("/")}`;
    }
    case "claim":
      return `#/claim/${encodeURIComponent(route.night)}/${encodeURIComponent(route.code)}`;
    case "person":
      return `#/person/${encodeURIComponent(route.person)}`;
  }
}

/** The whole address of a page, to be sent to somebody. */
export function linkTo(route: Route): string {
  return new URL(addressOf(route), location.href).href;
}

let here = $state.raw<Route>(routeOf(location.hash));
addEventListener("hashchange", () => (here = routeOf(location.hash)));

/** Where the browser is. */
export function route(): Route {
  return here;
}

/**
 * Go to a page.
 *
 * @param options - `replace`: the page one comes from is not to be gone back to.
 */
export function go(to: Route, options: { replace?: boolean } = {}): void {
  if (options.replace) {
    history.replaceState(history.state, "", addressOf(to));
    here = to;
  } else {
    visit(addressOf(to));
  }
}

// A link in a layer leads on from the page below.
addEventListener("click", (event) => {
  const link = event.target instanceof Element && event.target.closest("a");
  const address = link && !link.target && link.getAttribute("href");
  if (event.defaultPrevented || event.button || !address || !address.startsWith("#/")) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  visit(address);
});
