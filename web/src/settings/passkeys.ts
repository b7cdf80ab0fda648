/** Passkeys: what the server asks, asked of the browser, and what it answers. */

import type { Me, PasskeyList, PasskeyQuestion } from "../wire/types.ts";
import { post } from "./identity.ts";

const ALGORITHMS = [-8, -7, -257];

/** Whether this browser has passkeys here: they need TLS, or this very machine. */
export function hasPasskeys(): boolean {
  return "PublicKeyCredential" in window && isSecureContext;
}

/** Makes a passkey for this player; null, after showing why, if the server refused. Throws if the browser or the person did. */
export async function addPasskey(): Promise<PasskeyList | null> {
  const question = await post<PasskeyQuestion>("/api/me/passkeys/question");
  if (!question) return null;
  const { challenge, host, user, name, known } = question;
  const made = (await navigator.credentials.create({
    publicKey: {
      challenge: fromBase64(challenge),
      rp: { id: host, name: "Holi" },
      user: { id: fromBase64(user), name, displayName: name },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
      excludeCredentials: known.map((id) => ({ type: "public-key", id: fromBase64(id) })),
      authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "preferred" },
      attestation: "none",
    },
  })) as PublicKeyCredential;
  const response = made.response as AuthenticatorAttestationResponse;
  const body = { id: made.id, client_data: inBase64(response.clientDataJSON), attestation: inBase64(response.attestationObject) };
  return post<PasskeyList>("/api/me/passkeys/add", body);
}

/** Logs in by a passkey, as `addPasskey` makes one. */
export async function logInByPasskey(): Promise<Me | null> {
  const question = await post<PasskeyQuestion>("/api/log-in/question");
  if (!question) return null;
  const publicKey = { challenge: fromBase64(question.challenge), rpId: question.host, userVerification: "preferred" } as const;
  const shown = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  const response = shown.response as AuthenticatorAssertionResponse;
  return post<Me>("/api/log-in/passkey", {
    id: shown.id,
    client_data: inBase64(response.clientDataJSON),
    authenticator_data: inBase64(response.authenticatorData),
    signature: inBase64(response.signature),
  });
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}

function inBase64(data: ArrayBuffer): string {
  const letters = String.fromCharCode(...new Uint8Array(data));
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
