/** What signatures are made of, for those who check them and those who make them. */

export const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The 24 to 64 bytes that a secret holds in base64, which key the `webhook-*` headers; null for a secret of another form. */
export function heldIn(secret: string): Uint8Array | null {
  const text = secret.replace(/^whsec_/, "");
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]{31,88}={0,2}$/.test(text)) return null;
  const held = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return held.length < 24 || held.length > 64 ? null : held;
}

/** HMAC-SHA256 of the body behind what stands before it. */
export async function macOf(secret: Uint8Array, start: string, body: Uint8Array): Promise<Uint8Array> {
  const before = encode(start);
  const message = new Uint8Array(before.length + body.length);
  message.set(before);
  message.set(body, before.length);
  const key = await crypto.subtle.importKey("raw", secret.slice(), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, message));
}

export const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
export const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
