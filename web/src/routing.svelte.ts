/** Where in the site the browser is; the address after `#` says it. */

/** A page; `wanted` is what stands after `?`, and `hand` which hand of the match is looked at. */
export type Route =
  | { readonly page: "lobby" }
  | { readonly page: "table"; readonly table: string }
  | { readonly page: "intro" }
  | { readonly page: "account" }
  | { readonly page: "sign-in" }
  | { readonly page: "admin" }
  | { readonly page: "house"; readonly rules: string }
  | { readonly page: "device"; readonly token: string }
  | { readonly page: "matches"; readonly wanted: string }
  | { readonly page: "match"; readonly match: string; readonly hand?: number }
  | { readonly page: "person"; readonly person: string }
  | { readonly page: "leaderboard"; readonly wanted: string }
  | { readonly page: "pairing"; readonly code: string | null }
  | { readonly page: "claim"; readonly night: string; readonly code: string }
  | NightRoute;

/** A page of nights. */
export type NightRoute =
  | { readonly page: "nights"; readonly view?: undefined }
  | { readonly page: "make-night"; readonly view?: undefined }
  | { readonly page: "night"; readonly night: string; readonly view?: NightView }
  | { readonly page: "series"; readonly series: string; readonly view?: "print" };

/** Whether a page is one of nights. */
export const isOfNights = (route: Route): route is NightRoute => /night|series/.test(route.page);

/** Where else a night is looked at than from a seat: at its desk, on the wall, on paper. */
export type NightView = "run" | "screen" | "print";
const VIEWS: readonly NightView[] = ["run", "screen", "print"];

/**
 * The page that an address leads to; one that leads nowhere leads to the lobby.
 *
 * @param hash - the address from `#` on.
 */
export function routeOf(hash: string): Route {
  const [path = "", wanted = ""] = hash.replace(/^#?\/?/, "").split("?", 2);
  const [page, rest = "", third] = path.split("/", 3);
  const name = decoded(rest);
  if (page === "table" && name) return { page, table: name };
  if (page === "device" && name) return { page, token: name };
  if (page === "house" && name) return { page, rules: name };
  if (page === "intro" || page === "account" || page === "sign-in" || page === "admin")
    return { page };
  if (page === "matches" || page === "leaderboard") return { page, wanted };
  if (page === "pairing") return { page, code: name || null };
  if (page === "match" && name) return { page, match: name, ...numbered(third) };
  if (page === "nights" || page === "make-night") return { page };
  if (page === "series" && name)
    return { page, series: name, ...(third === "print" && { view: third }) };
  if (page === "night" && name) {
    const view = VIEWS.find((one) => one === third);
    return { page, night: name, ...(view && { view }) };
  }
  if (page === "claim" && name) return { page, night: name, code: decoded(third ?? "") ?? "" };
  if (page === "person" && name) return { page, person: name };
  return { page: "lobby" };
}

function numbered(part: string | undefined): { hand?: number } {
  return part !== undefined && /^[1-9]\d{0,3}$/.test(part) ? { hand: Number(part) } : {};
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
      return `#/${route.page}`;
    case "house":
      return `#/house/${encodeURIComponent(route.rules)}`;
    case "device":
      return `#/device/${encodeURIComponent(route.token)}`;
    case "matches":
    case "leaderboard":
      return route.wanted ? `#/${route.page}?${route.wanted}` : `#/${route.page}`;
    case "pairing":
      return route.code === null ? "#/pairing" : `#/pairing/${encodeURIComponent(route.code)}`;
    case "match": {
      const match = `#/match/${encodeURIComponent(route.match)}`;
      return route.hand === undefined ? match : `${match}/${route.hand}`;
    }
    case "nights":
    case "make-night":
      return `#/${route.page}`;
    case "series":
    case "night": {
      const name = route.page === "series" ? route.series : route.night;
      const address = `#/${route.page}/${encodeURIComponent(name)}`;
      return route.view === undefined ? address : `${address}/${route.view}`;
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
    history.replaceState(null, "", addressOf(to));
    here = to;
  } else {
    location.hash = addressOf(to);
  }
}
