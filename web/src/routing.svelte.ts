/** Where in the site the browser is; the address after `#` says it. */

export type Route =
  | { readonly page: "lobby" }
  | { readonly page: "table"; readonly table: string }
  | { readonly page: "intro" }
  | { readonly page: "account" }
  | { readonly page: "sign-in" }
  | { readonly page: "admin" }
  | { readonly page: "house"; readonly rules: string }
  | { readonly page: "device"; readonly token: string };

/**
 * The page that an address leads to; one that leads nowhere leads to the lobby.
 *
 * @param hash - the address from `#` on.
 */
export function routeOf(hash: string): Route {
  const [page, rest = ""] = hash.replace(/^#?\/?/, "").split("/", 2);
  const name = decoded(rest);
  if (page === "table" && name) return { page, table: name };
  if (page === "device" && name) return { page, token: name };
  if (page === "house" && name) return { page, rules: name };
  if (page === "intro" || page === "account" || page === "sign-in" || page === "admin")
    return { page };
  return { page: "lobby" };
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
