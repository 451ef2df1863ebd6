/**
 * Secrets at rest: AES-256-GCM with one key for the deployment. What is sealed opens only where it belongs, for its place
 * (a row's id, say) is part of what is authenticated.
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";

export type Seal = {
  /** A byte of version, the nonce, the tag, the sealed text. */
  seal(text: string, place: string): Buffer;
  /** @throws when it was sealed with another key, for another place, or was changed. */
  open(sealed: Buffer, place: string): string;
  /** The same for the same key, and tells nothing of it. */
  readonly fingerprint: Buffer;
};

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** @param key 32 bytes. */
export function openSeal(key: Buffer): Seal {
  return {
    seal(text, place) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(place));
      const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), sealed]);
    },
    open(sealed, place) {
      if (sealed[0] !== VERSION) throw new Error("a secret was sealed in a way that is not known here");
      const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
      const tag = sealed.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(place))
        .setAuthTag(tag);
      return decipher.update(sealed.subarray(1 + NONCE_BYTES + TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
    },
    fingerprint: createHmac("sha256", key).update("holdfast secret key").digest(),
  };
}
