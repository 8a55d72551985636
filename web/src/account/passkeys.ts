/**
 * Passkeys: asking the browser to make one, or to sign with one.
 *
 * The server speaks JSON, the browser bytes; browsers that are not new do not translate themselves.
 */
import { Refusal } from "../net/api";
import { askPasskey } from "../requests";
import type { AskPasskey, Text } from "../wire";

/** A credential as the server reads it. */
export type Credential = Readonly<Record<string, unknown>>;

/**
 * Why passkeys cannot be used here, in the server's words; `browser`: this browser has none;
 * `null`: they can be used.
 *
 * The server knows at which addresses they work, and says why not at this one.
 */
export async function obstacle(): Promise<Text | "browser" | null> {
  try {
    await askPasskey({ purpose: "sign-in" });
  } catch (fault) {
    if (fault instanceof Refusal && fault.code === "no-passkeys-here") return fault.words;
    throw fault;
  }
  return "PublicKeyCredential" in globalThis ? null : "browser";
}

/**
 * Let the browser make a passkey.
 *
 * @param name - of the account, as the browser shows it; of an account that there is, its own.
 */
export async function makePasskey(name = ""): Promise<Credential> {
  const given = await options("make", name);
  const made = (await navigator.credentials.create({
    publicKey: creation(given as unknown as PublicKeyCredentialCreationOptionsJSON),
  })) as PublicKeyCredential;
  const response = made.response as AuthenticatorAttestationResponse;
  return credential(made, {
    attestationObject: text(response.attestationObject),
    transports: response.getTransports?.() ?? [],
  });
}

/** Let the browser sign with a passkey. */
export async function usePasskey(purpose: "sign-in" | "prove"): Promise<Credential> {
  const given = await options(purpose, "");
  const used = (await navigator.credentials.get({
    publicKey: request(given as unknown as PublicKeyCredentialRequestOptionsJSON),
  })) as PublicKeyCredential;
  const { authenticatorData, signature, userHandle } =
    used.response as AuthenticatorAssertionResponse;
  return credential(used, {
    authenticatorData: text(authenticatorData),
    signature: text(signature),
    ...(userHandle ? { userHandle: text(userHandle) } : {}),
  });
}

async function options(
  purpose: AskPasskey["purpose"],
  name: string,
): Promise<Readonly<Record<string, unknown>>> {
  return (await askPasskey({ purpose, name })).options;
}

function credential(
  { id, rawId, type, response }: PublicKeyCredential,
  answer: Readonly<Record<string, unknown>>,
): Credential {
  return {
    id,
    rawId: text(rawId),
    type,
    clientExtensionResults: {},
    response: { clientDataJSON: text(response.clientDataJSON), ...answer },
  };
}

/** What `navigator.credentials.create` takes. */
export function creation(
  given: PublicKeyCredentialCreationOptionsJSON,
): PublicKeyCredentialCreationOptions {
  return {
    ...(given as unknown as PublicKeyCredentialCreationOptions),
    challenge: bytes(given.challenge),
    user: { ...given.user, id: bytes(given.user.id) },
    excludeCredentials: descriptors(given.excludeCredentials),
  };
}

/** What `navigator.credentials.get` takes. */
export function request(
  given: PublicKeyCredentialRequestOptionsJSON,
): PublicKeyCredentialRequestOptions {
  return {
    ...(given as unknown as PublicKeyCredentialRequestOptions),
    challenge: bytes(given.challenge),
    allowCredentials: descriptors(given.allowCredentials),
  };
}

function descriptors(
  given: readonly PublicKeyCredentialDescriptorJSON[] = [],
): PublicKeyCredentialDescriptor[] {
  return given.map(({ id }) => ({ type: "public-key", id: bytes(id) }));
}

/** The bytes of a text in base64url. */
export function bytes(given: string): Uint8Array<ArrayBuffer> {
  const plain = atob(given.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** Bytes as a text in base64url. */
export function text(given: ArrayBuffer): string {
  const plain = btoa(String.fromCharCode(...new Uint8Array(given)));
  return plain.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
