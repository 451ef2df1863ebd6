/** The one hash that the service takes of anything: SHA-256. */
import { createHash } from "node:crypto";

/** @returns 32 bytes. Text is hashed as UTF-8. */
export const sha256 = (content: string | Uint8Array): Buffer => createHash("sha256").update(content).digest();
