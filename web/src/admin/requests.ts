/** What is asked of the server by administrators, one function for each address. */
import { ask } from "../net/api";
import type { AccountLine, AccountLines, SetRole } from "../wire";

/**
 * Some of the accounts, in the order of their names.
 *
 * @param named - what stands in their names.
 * @param after - the name after which they begin.
 */
export const accounts = (named: string, after: string): Promise<AccountLines> =>
  ask("GET", `/api/admin/accounts?${new URLSearchParams({ named, after }).toString()}`);

/** Give an account another role. */
export const setRole = (account: string, role: SetRole["role"]): Promise<AccountLine> =>
  ask("PATCH", `/api/admin/accounts/${encodeURIComponent(account)}`, { role });

/** Remove an account. */
export const removeAccount = (account: string): Promise<null> =>
  ask("DELETE", `/api/admin/accounts/${encodeURIComponent(account)}`);
