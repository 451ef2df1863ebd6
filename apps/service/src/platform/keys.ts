/** Keys for single purposes, made of the one secret of the deployment: what leaks or is misused in one place is of no use in another. */
import { hkdfSync } from "node:crypto";

/**
 * The key for a purpose: HKDF with SHA-256 (RFC 5869). The same for the same secret and purpose, in every process.
 * @param secret 32 random bytes.
 * @returns 32 bytes.
 */
export const deriveKey = (secret: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, "", `holdfast ${purpose}`, 32));
