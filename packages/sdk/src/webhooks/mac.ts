/** What signatures are made of, for those who check them and those who make them. */

export type Bytes = Uint8Array | ArrayBuffer;

/**
 * One secret or several, without the blanks and line breaks that files and consoles put around them.
 * @throws TypeError when one is missing.
 */
export function secretsIn(given: string | readonly string[]): readonly string[] {
  const secrets = [given].flat().map((secret) => secret?.trim());
  if (secrets.length === 0 || !secrets.every(Boolean)) throw new TypeError("the signing secret is missing");
  return secrets;
}

/** What keys `X-Escrow-Signature`. */
export const encode = (secret: string): Uint8Array => new TextEncoder().encode(secret);

/** The 24 to 64 bytes that a secret holds in base64, which key the `webhook-*` headers; null for a secret of another form. */
export function heldIn(secret: string): Uint8Array | null {
  const text = secret.replace(/^whsec_/, "");
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]{32,86}={0,2}$/.test(text)) return null;
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

/** HMAC-SHA256 of the body behind what stands before it. */
export async function macOf(secret: Uint8Array, start: string, body: Bytes | string): Promise<Uint8Array> {
  const key = await crypto.subtle.importKey("raw", secret.slice(), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const message = await new Blob([start, body as Uint8Array<ArrayBuffer>]).arrayBuffer();
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, message));
}

export const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
export const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
