/** Requests that change the identity of this browser: another person, an account, or none. */
import { change } from "../net/api";
import * as requests from "../requests";
import type { CodeSignIn, MadeAccount, Me, NewAccount, PasskeySignIn, SignIn } from "../wire";

/** Make an account of this guest. */
export const makeAccount = (wish: NewAccount): Promise<MadeAccount> =>
  change(() => requests.makeAccount(wish));

export const signIn = (wish: SignIn): Promise<Me> => change(() => requests.signIn(wish));

export const signInWithPasskey = (wish: PasskeySignIn): Promise<Me> =>
  change(() => requests.signInWithPasskey(wish));

export const signInWithCode = (wish: CodeSignIn): Promise<Me> =>
  change(() => requests.signInWithCode(wish));

/** Sign out of this browser; it has no identity afterwards. */
export const signOutHere = (): Promise<null> => change(requests.signOutHere);

/** Delete the account; this browser has no identity afterwards. */
export const removeMe = (): Promise<null> => change(requests.removeMe);
