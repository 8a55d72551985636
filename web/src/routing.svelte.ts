/** The current page, which the address after `#` names. */
import { numberIn, type Part, read, type Route, write } from "./pages";
import { visit } from "./ui/layers.svelte";

/**
 * The page of an address; an unknown address leads to the lobby.
 *
 * @param hash - the address from `#` on.
 */
export function routeOf(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#?\/?/, "").split("?", 2);
  const [name = null, ...parts] = path.split("/", 5).map(decoded);
  // A hand of a match had an address under the match once.
  const moved = name === "match" && numberIn("hand", parts[1]).hand !== undefined;
  return moved ? read("replay", [name, ...parts], query) : read(name, parts, query);
}

function decoded(part: string): Part {
  try {
    return decodeURIComponent(part);
  } catch {
    return null; // a stray per cent sign
  }
}

/** The address of a page, from `#` on. */
export const addressOf = (route: Route): string =>
  `#/${route.page === "lobby" ? "" : write(route)}`;

/** The full address of a page, to be shared. */
export function linkTo(route: Route): string {
  return new URL(addressOf(route), location.href).href;
}

let here = $state.raw<Route>(routeOf(location.hash));
addEventListener("hashchange", () => (here = routeOf(location.hash)));

/** The current page. */
export function route(): Route {
  return here;
}

/**
 * Go to a page.
 *
 * @param options - `replace`: the page replaces the current one in the history.
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
