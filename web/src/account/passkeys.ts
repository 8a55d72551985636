/**
 * Passkeys: create one in the browser, or sign with one.
 *
 * The server speaks JSON, the browser bytes; older browsers do not convert between them.
 */
import { Refusal } from "../net/api";
import { askPasskey } from "../requests";
import type { AskPasskey, Text } from "../wire";

/** A credential as the server reads it. */
export type Credential = Readonly<Record<string, unknown>>;

/**
 * The reason why passkeys cannot be used here, as a text of the server; `browser`: not supported by
 * the browser; `null`: available.
 *
 * The server knows the addresses at which passkeys work, and gives the reason for others.
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
 * Create a passkey in the browser.
 *
 * @param name - of the account, as the browser shows it; for an existing account, its own name.
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

/** Sign with a passkey in the browser. */
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

/** Options for `navigator.credentials.create`. */
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

/** Options for `navigator.credentials.get`. */
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
