/** What is asked of the server about accounts, one function for each address. */
import { ask, change } from "../net/api";
import type {
  AccountState,
  AddPasskey,
  AskMail,
  AskPasskey,
  Codes,
  CodeSignIn,
  ConfirmMail,
  MadeAccount,
  MadeToken,
  Me,
  NewAccount,
  NewToken,
  PasskeyOptions,
  PasskeySignIn,
  Proof,
  SetMail,
  SetPassphrase,
  SignIn,
  Tokens,
} from "../wire";

/** Make an account of this guest. */
export const makeAccount = (wish: NewAccount): Promise<MadeAccount> =>
  change(() => ask("POST", "/api/me/account", wish));

/** Let this account be a bot's, for good. */
export const becomeBot = (): Promise<Me> => ask("POST", "/api/me/bot");

/** One's own account. */
export const account = (): Promise<AccountState> => ask("GET", "/api/me/account");

/** Set the passphrase, in place of the one before. */
export const setPassphrase = (passphrase: string): Promise<AccountState> =>
  ask("PUT", "/api/me/account/passphrase", { passphrase } satisfies SetPassphrase);

export const removePassphrase = (): Promise<AccountState> =>
  ask("DELETE", "/api/me/account/passphrase");

export const addPasskey = (passkey: AddPasskey): Promise<AccountState> =>
  ask("POST", "/api/me/account/passkeys", passkey);

export const removePasskey = (passkey: string): Promise<AccountState> =>
  ask("DELETE", `/api/me/account/passkeys/${encodeURIComponent(passkey)}`);

/** Have a code sent to an address, with which it is confirmed. */
export const setMail = (wish: SetMail): Promise<AccountState> =>
  ask("PUT", "/api/me/account/mail", wish);

export const confirmMail = (code: string): Promise<AccountState> =>
  ask("POST", "/api/me/account/mail", { code } satisfies ConfirmMail);

export const removeMail = (): Promise<AccountState> => ask("DELETE", "/api/me/account/mail");

/** New recovery codes; the old ones are void. */
export const newCodes = (): Promise<Codes> => ask("POST", "/api/me/account/codes");

/** Show that the owner is there; it holds for ten minutes. */
export const prove = (proof: Proof): Promise<AccountState> =>
  ask("POST", "/api/me/account/proof", proof);

/** What the browser needs to make a passkey, or to sign with one. */
export const askPasskey = (wish: AskPasskey): Promise<PasskeyOptions> =>
  ask("POST", "/api/passkeys", wish);

export const signIn = (wish: SignIn): Promise<Me> =>
  change(() => ask("POST", "/api/sign-in", wish));

export const signInWithPasskey = (wish: PasskeySignIn): Promise<Me> =>
  change(() => ask("POST", "/api/sign-in/passkey", wish));

export const signInWithCode = (wish: CodeSignIn): Promise<Me> =>
  change(() => ask("POST", "/api/sign-in/code", wish));

/** Have a code sent to the address of an account; whether there is one is not told. */
export const askMail = (wish: AskMail): Promise<null> => ask("POST", "/api/sign-in/mail", wish);

/** Sign out of this browser, which is nobody's then. */
export const signOutHere = (): Promise<null> => change(() => ask("POST", "/api/sign-out"));

/** Remove oneself; this browser is nobody's then. */
export const removeMe = (): Promise<null> => change(() => ask("DELETE", "/api/me"));

/** Where all that is kept about oneself is, as an archive. */
export const EXPORT = "/api/me/export";

export const tokens = (): Promise<Tokens> => ask("GET", "/api/me/tokens");

export const makeToken = (wish: NewToken): Promise<MadeToken> =>
  ask("POST", "/api/me/tokens", wish);

export const endToken = (token: string): Promise<Tokens> =>
  ask("DELETE", `/api/me/tokens/${encodeURIComponent(token)}`);
