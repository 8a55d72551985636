/** Whether others can follow a link from here. */

/**
 * Whether a name of a host means each device itself, so that a link with it leads nobody here.
 *
 * @param hostname - as `location.hostname` has it.
 */
export function meansItself(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/i.test(hostname);
}
