/** The pages: where each stands in the address after `#`, and what is loaded for it. */
import type { Component } from "svelte";

import { spoken } from "./words/words.svelte";

/** The source of a replayed record: the history, a table, a link, or a file. */
export type ReplaySource = "match" | "table" | "shared" | "file";
const SOURCES: readonly ReplaySource[] = ["match", "table", "shared", "file"];

/** A moment of a match that is replayed. */
interface Replay {
  readonly from: ReplaySource;
  /** The id of the match or the table, or the token of the link; empty for a file. */
  readonly id: string;
  /** The number of the hand; else the first. */
  readonly hand?: number;
  /** The number of events of the hand so far; else those before the first lead. */
  readonly at?: number;
  /** The seat of the viewer; else all hands lie open. */
  readonly seat?: number;
}
export interface Replayed extends Replay {
  readonly page: "replay";
}

/** Views of a night other than a player's: its desk, the wall, paper. */
const VIEWS = ["run", "screen", "print"] as const;
/** The papers of a night. */
const PAPERS = ["seating", "sheets", "standings", "certificates", "season", "slips"] as const;
export type NightPaper = (typeof PAPERS)[number];

/** A night, in one of its views. */
interface Night {
  readonly night: string;
  /** Else that of a player. */
  readonly view?: (typeof VIEWS)[number];
  /** The printed paper; absent: the paper of the night's stage. */
  readonly paper?: NightPaper;
}

/** Views of a club that have the whole screen, for paper. */
const CLUB_PAPERS = ["door", "print"] as const;
/** Views of a club other than its page and these. */
const CLUB_PAGES = ["members", "seasons", "settings", "next", "season", "evening"] as const;

/** A club, in one of its views. */
interface Club {
  readonly club: string;
  readonly view?: (typeof CLUB_PAGES | typeof CLUB_PAPERS)[number];
  /** The season of a view; absent: the latest. */
  readonly season?: string;
}

/** A part of an address between two slashes; null: it is badly escaped. */
export type Part = string | null;

/** The places of the site: what one does here, each with its pages. */
export type Place = "play" | "learn" | "friends" | "me";

/** The address of each place's first page. */
export const HOMES: Readonly<Record<Place, Route>> = {
  play: { page: "lobby" },
  learn: { page: "learn" },
  friends: { page: "friends" },
  me: { page: "me" },
};

/** How parameters are written in an address. */
interface Format<P> {
  /**
   * The parameters, from the parts after the page's name and from the query string; null: invalid.
   */
  read(parts: readonly Part[], query: string): P | null;
  /** The part of the address after the page's name. */
  write(parameters: P): string;
}

type Properties = Record<string, any>;
/** A component that is loaded, and gets `C` as its properties. */
type Loaded<C extends Properties> = Promise<{ readonly default: Component<C> }>;

interface Page<P> extends Format<P> {
  place(parameters: P): Place | null;
  load(parameters: P): Loaded<Properties>;
  props(parameters: P): Properties;
  /** A page whose key stays is not built again when its address changes. */
  key(parameters: P): string;
}

interface Options<P, C> {
  /** The place that the page belongs to; else none, so that the page has the whole screen. */
  readonly place?: Place | ((parameters: P) => Place | null);
  readonly props: (parameters: P) => C;
  /** Else the address without what follows `?`. */
  readonly key?: (parameters: P) => string;
}

/** A page whose component gets the parameters, or what `props` makes of them. */
function page<P extends C, C extends Properties>(
  format: Format<P>,
  load: (parameters: P) => Loaded<C>,
  options?: Omit<Options<P, C>, "props">,
): Page<P>;
function page<P, C extends Properties>(
  format: Format<P>,
  load: (parameters: P) => Loaded<C>,
  options: Options<P, C>,
): Page<P>;
function page<P extends Properties>(
  format: Format<P>,
  load: (parameters: P) => Loaded<never>,
  { place, props, key }: Partial<Options<P, Properties>> = {},
): Page<P> {
  return {
    ...format,
    place: typeof place === "function" ? place : () => place ?? null,
    load: load as unknown as Page<P>["load"],
    props: props ?? ((parameters) => ({ ...parameters })),
    key: key ?? ((parameters) => format.write(parameters).split("?", 1).join()),
  };
}

/** An address without parameters. */
const bare: Format<Record<never, never>> = { read: () => ({}), write: () => "" };

/** A single part. */
const named = <K extends string>(key: K): Format<{ readonly [key in K]: string }> => ({
  read: ([name]) => (name ? ({ [key]: name } as { [key in K]: string }) : null),
  write: ({ [key]: name }) => `/${encodeURIComponent(name)}`,
});

/** An optional part. */
const optional = <K extends string>(key: K): Format<{ readonly [key in K]: string | null }> => ({
  read: ([name]) => ({ [key]: name || null }) as { [key in K]: string | null },
  write: ({ [key]: name }) => (name === null ? "" : `/${encodeURIComponent(name)}`),
});

/** A query string that the page reads itself. */
const queried: Format<{ readonly wanted: string }> = {
  read: (_, wanted) => ({ wanted }),
  write: ({ wanted }) => (wanted ? `?${wanted}` : ""),
};

const claim: Format<{ readonly night: string; readonly code: string }> = {
  read: ([night, code]) => (night ? { night, code: code ?? "" } : null),
  write: ({ night, code }) => `/${encodeURIComponent(night)}/${encodeURIComponent(code)}`,
};

const night: Format<Night> = {
  read([night, third, fourth]) {
    const view = VIEWS.find((one) => one === third);
    const paper = view === "print" ? PAPERS.find((one) => one === fourth) : undefined;
    return night ? { night, ...(view && { view }), ...(paper && { paper }) } : null;
  },
  write: ({ night, view, paper }) => written([encodeURIComponent(night), view, paper]),
};

const club: Format<Club> = {
  read([club, second, season]) {
    const view = [...CLUB_PAGES, ...CLUB_PAPERS].find((one) => one === second);
    return club ? { club, ...(view && { view }), ...(view && season && { season }) } : null;
  },
  write: ({ club, view, season }) =>
    written([encodeURIComponent(club), view, season && encodeURIComponent(season)]),
};

const clubCode: Format<{ readonly club: string; readonly code: string }> = {
  read: ([club, code]) => (club ? { club, code: code ?? "" } : null),
  write: ({ club, code }) => `/${encodeURIComponent(club)}/${encodeURIComponent(code)}`,
};

const replay: Format<Replay> = {
  read([source, ...parts], query) {
    const from = SOURCES.find((one) => one === source) ?? "file";
    const [id, hand, at] = from === "file" ? ["", ...parts] : parts;
    if (from !== "file" && !id) return { from: "file", id: "" };
    const seat = new URLSearchParams(query).get("seat");
    return {
      from,
      id: id ?? "",
      ...numberIn("hand", hand),
      ...numberIn("at", at),
      ...numberIn("seat", seat, 0),
    };
  },
  write({ from, id, hand, at, seat }) {
    const source = from === "file" ? [from] : [from, encodeURIComponent(id)];
    const where = at === undefined ? [hand] : [hand ?? 1, at];
    return written([...source, ...where]) + (seat === undefined ? "" : `?seat=${seat}`);
  },
};

/** The number of a part of an address, or nothing if it is not a number. */
export function numberIn<K extends string>(
  key: K,
  part: Part | undefined,
  least = 1,
): { [key in K]?: number } {
  const number = part && /^\d{1,4}$/.test(part) ? Number(part) : -1;
  return (number >= least ? { [key]: number } : {}) as { [key in K]?: number };
}

function written(parts: readonly (string | number | undefined)[]): string {
  return parts.map((part) => (part === undefined ? "" : `/${part}`)).join("");
}

const PLAY = { place: "play" } as const;
const LEARN = { place: "learn" } as const;
const FRIENDS = { place: "friends" } as const;
const ME = { place: "me" } as const;

const account = () => spoken(import("./account/AccountPage.svelte"), "account");

const CLUB_WORDS = ["nights", "clubs"] as const;

/** The components of a night's views. */
const NIGHT_VIEWS = {
  play: () => spoken(import("./nights/NightPage.svelte"), "nights"),
  run: () => spoken(import("./organising/RunPage.svelte"), "nights", "organising"),
  screen: () => spoken(import("./showing/ScreenPage.svelte"), "nights", "organising", "showing"),
  print: () => spoken(import("./showing/PrintPage.svelte"), "nights", "organising", "showing"),
};
const CLUB_VIEWS = {
  read: () => spoken(import("./clubs/ClubPage.svelte"), ...CLUB_WORDS),
  members: () => spoken(import("./clubs/MembersPage.svelte"), ...CLUB_WORDS),
  seasons: () => spoken(import("./clubs/SeasonsPage.svelte"), ...CLUB_WORDS),
  settings: () => spoken(import("./clubs/SettingsPage.svelte"), ...CLUB_WORDS),
  next: () => spoken(import("./clubs/NextPage.svelte"), ...CLUB_WORDS, "organising"),
  season: () => spoken(import("./showing/SeasonPage.svelte"), "nights", "organising", "showing"),
  evening: () => spoken(import("./evenings/MakeEvening.svelte"), "evenings"),
  door: () => spoken(import("./clubs/DoorList.svelte"), ...CLUB_WORDS, "organising", "showing"),
  print: () => spoken(import("./showing/ClubPaper.svelte"), "nights", "organising", "showing"),
};

/** All pages but the lobby, which comes with the site; the words of a page are loaded with it. */
const PAGES = {
  table: page(named("table"), () => import("./room/TablePage.svelte")),
  intro: page(bare, () => spoken(import("./intro/Intro.svelte"), "intro")),
  lessons: page(bare, () => spoken(import("./intro/LessonsPage.svelte"), "intro"), LEARN),
  lesson: page(named("lesson"), () => spoken(import("./intro/LessonPage.svelte"), "intro")),
  learn: page(bare, () => spoken(import("./halls/LearnPage.svelte"), "halls"), LEARN),
  me: page(bare, () => spoken(import("./halls/MePage.svelte"), "halls"), ME),
  account: page(bare, account, { ...ME, props: () => ({ signing: false }) }),
  "sign-in": page(bare, account, { ...ME, props: () => ({ signing: true }) }),
  admin: page(bare, () => spoken(import("./admin/AdminPage.svelte"), "account", "admin"), ME),
  house: page(named("rules"), () => import("./rules/HousePage.svelte"), PLAY),
  device: page(named("token"), () => import("./device/DevicePage.svelte"), ME),
  friends: page(bare, () => import("./friends/FriendsPage.svelte"), FRIENDS),
  friend: page(named("token"), () => import("./friends/FriendLinkPage.svelte"), FRIENDS),
  evenings: page(bare, () => spoken(import("./evenings/EveningsPage.svelte"), "evenings"), PLAY),
  evening: page(
    named("evening"),
    () => spoken(import("./evenings/EveningPage.svelte"), "evenings"),
    PLAY,
  ),
  "make-evening": page(
    optional("table"),
    () => spoken(import("./evenings/MakeEvening.svelte"), "evenings"),
    PLAY,
  ),
  "join-evening": page(
    named("token"),
    () => spoken(import("./evenings/JoinEvening.svelte"), "evenings"),
    PLAY,
  ),
  matches: page(queried, () => spoken(import("./history/MatchesPage.svelte"), "history"), ME),
  match: page(
    named("match"),
    () => spoken(import("./history/MatchPage.svelte"), "history", "rated"),
    ME,
  ),
  replay: page(replay, () => spoken(import("./replay/Arrival.svelte"), "replay"), {
    place: ({ from }) => (from === "file" ? "me" : null),
    props: (where) => ({ where: { page: "replay" as const, ...where } }),
    key: ({ from, id }) => `${from} ${id}`,
  }),
  person: page(
    named("person"),
    () => spoken(import("./history/PersonPage.svelte"), "history", "rated"),
    ME,
  ),
  leaderboard: page(queried, () => spoken(import("./rated/LeaderboardPage.svelte"), "rated"), ME),
  pairing: page(
    optional("code"),
    () => spoken(import("./rated/PairingPage.svelte"), "rated"),
    PLAY,
  ),
  practice: page(
    optional("what"),
    () => spoken(import("./practice/PracticePage.svelte"), "practice"),
    { ...LEARN, key: () => "" },
  ),
  "table-device": page(claim, () =>
    spoken(import("./tabledevice/TableDevicePage.svelte"), "nights", "tabledevice"),
  ),
  claim: page(claim, () => spoken(import("./clubs/ClaimNight.svelte"), "nights", "account"), PLAY),
  nights: page(bare, () => spoken(import("./nights/NightsPage.svelte"), "nights"), PLAY),
  "make-night": page(
    optional("club"),
    () => spoken(import("./organising/MakeNight.svelte"), ...CLUB_WORDS, "organising"),
    PLAY,
  ),
  night: page(night, ({ view }) => NIGHT_VIEWS[view ?? "play"](), {
    place: ({ view }) => (view ? null : "play"),
    props: ({ night, paper }: Night) => ({ id: night, paper: paper ?? null }),
  }),
  club: page(club, ({ view }) => CLUB_VIEWS[view ?? "read"](), {
    place: ({ view }) => (CLUB_PAPERS.some((paper) => paper === view) ? null : "play"),
    props: ({ club, season }: Club) => ({ club, season: season ?? null }),
  }),
  clubs: page(bare, () => spoken(import("./clubs/ClubsPage.svelte"), ...CLUB_WORDS), PLAY),
  "make-club": page(bare, () => spoken(import("./clubs/FoundClub.svelte"), ...CLUB_WORDS), PLAY),
  "join-club": page(
    named("token"),
    () => spoken(import("./clubs/JoinClub.svelte"), ...CLUB_WORDS),
    PLAY,
  ),
  "club-code": page(
    clubCode,
    () => spoken(import("./clubs/ClaimMember.svelte"), ...CLUB_WORDS, "account"),
    PLAY,
  ),
};
type Pages = typeof PAGES;

/** A page with its parameters, as its format reads them. */
type Parameters<N extends keyof Pages> = Pages[N] extends Page<infer P> ? P : never;
type Loadable = { [N in keyof Pages]: { readonly page: N } & Parameters<N> }[keyof Pages];
export type Route = Lobby | Loadable;
/** The lobby; `lost`: what stands in the address is no page. */
interface Lobby {
  readonly page: "lobby";
  readonly lost?: true;
}

/** The place of a page; null: the page has the whole screen. */
export function placeOf({ page, ...parameters }: Route): Place | null {
  if (page === "lobby") return "play";
  return entryOf({ page, ...parameters } as Loadable).place(parameters);
}

const entryOf = ({ page }: Loadable): Page<object> => PAGES[page] as unknown as Page<object>;

/** The page of this name with its parameters; the lobby where there is none. */
export function read(name: Part, parts: readonly Part[], query: string): Route {
  if (name === "") return { page: "lobby" };
  const found = name !== null && Object.hasOwn(PAGES, name) ? PAGES[name as keyof Pages] : null;
  const parameters = found?.read(parts, query);
  return parameters ? ({ page: name, ...parameters } as Route) : { page: "lobby", lost: true };
}

/** The address of a page, without what is before its name. */
export const write = (route: Loadable): string => route.page + entryOf(route).write(route);

/** The component of a page, its properties, and the key on which it is built again. */
export function componentOf({ page, ...parameters }: Loadable) {
  const entry = entryOf({ page, ...parameters } as Loadable);
  return {
    load: () => entry.load(parameters),
    props: entry.props(parameters),
    key: `${page} ${entry.key(parameters)}`,
  };
}
