/**
 * Secrets at rest: AES-256-GCM. What is sealed opens only where it belongs, for its place (a row's id, say) is part of what is
 * authenticated. It bears the id of its key, so that a deployment can change keys while it runs: the first key seals, and each opens
 * what it has sealed.
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import { deriveKey } from "./keys.js";

export type Seal = {
  /** A byte of version, eight of the key's id, the nonce, the tag, the sealed text. */
  seal(text: string, place: string): Buffer;
  /** @throws when none of the keys sealed it, it was sealed for another place, or was changed. */
  open(sealed: Buffer, place: string): string;
  /** Whether the first key has sealed it. */
  isCurrent(sealed: Buffer): boolean;
  /** What {@link Seal.isCurrent} compares: the first nine bytes of everything that the first key seals. */
  readonly mark: Buffer;
  /** Of the first key. The same for the same key, and tells nothing of it. */
  readonly fingerprint: Buffer;
  /** Of all keys, in their order. */
  readonly fingerprints: readonly Buffer[];
};

/** Sealed with the secret itself, before keys had ids. */
const PLAIN = 1;
const VERSION = 2;
const ID_BYTES = 8;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

type SealKey = {
  readonly secret: Buffer;
  /** For sealing alone. */
  readonly key: Buffer;
  readonly fingerprint: Buffer;
  readonly mark: Buffer;
};

function sealKeyOf(secret: Buffer): SealKey {
  const fingerprint = createHmac("sha256", secret).update("holdfast secret key").digest();
  const mark = Buffer.concat([Buffer.of(VERSION), fingerprint.subarray(0, ID_BYTES)]);
  return { secret, key: deriveKey(secret, "sealed secrets"), fingerprint, mark };
}

/** @param first,before 32 bytes each: the secret that seals, and those that it took the place of. */
export function openSeal(first: Buffer, ...before: readonly Buffer[]): Seal {
  const current = sealKeyOf(first);
  const all = [current, ...before.map(sealKeyOf)];
  const isCurrent = (sealed: Buffer): boolean => sealed.subarray(0, current.mark.length).equals(current.mark);
  return {
    seal(text, place) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", current.key, nonce).setAAD(Buffer.from(place));
      const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([current.mark, nonce, cipher.getAuthTag(), sealed]);
    },
    open(sealed, place) {
      if (sealed[0] === PLAIN) return openPlain(all, sealed.subarray(1), place);
      const by = all.find(({ mark }) => sealed.subarray(0, mark.length).equals(mark));
      if (by === undefined) throw new Error("a secret was sealed with a key that is not known here");
      return decipher(by.key, sealed.subarray(by.mark.length), place);
    },
    isCurrent,
    mark: current.mark,
    fingerprint: current.fingerprint,
    fingerprints: all.map(({ fingerprint }) => fingerprint),
  };
}

/** How many bytes of text were sealed: a cipher without padding hides everything but that. Takes no key. */
export const sealedLength = (sealed: Buffer): number =>
  sealed.length - NONCE_BYTES - TAG_BYTES - 1 - (sealed[0] === PLAIN ? 0 : ID_BYTES);

/** It does not say which key sealed it: each is tried, and one that did not fails. */
function openPlain([one, ...others]: readonly SealKey[], sealed: Buffer, place: string): string {
  if (one === undefined) throw new Error("a secret was sealed with a key that is not known here");
  try {
    return decipher(one.secret, sealed, place);
  } catch (error) {
    if (others.length === 0) throw error;
    return openPlain(others, sealed, place);
  }
}

function decipher(key: Buffer, sealed: Buffer, place: string): string {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const opened = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(place))
    .setAuthTag(tag);
  return opened.update(sealed.subarray(NONCE_BYTES + TAG_BYTES), undefined, "utf8") + opened.final("utf8");
}
