/** Whether others can follow a link from here. */

/**
 * Whether a host name means the device itself, so that a link with it works on no other device.
 *
 * @param hostname - as `location.hostname` gives it.
 */
export function meansItself(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/i.test(hostname);
}
