/** What signatures are made of, for those who check them and those who make them. */

export const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The bytes that a secret holds in base64, which key the `webhook-*` headers; null for one that holds none. */
export function heldIn(secret: string): Uint8Array | null {
  try {
    const held = Uint8Array.from(atob(secret.replace(/^whsec_/, "")), (letter) => letter.charCodeAt(0));
    return held.length === 0 ? null : held;
  } catch {
    return null;
  }
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
