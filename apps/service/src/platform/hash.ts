/** The one hash that the service takes of anything: SHA-256. */
import { hash } from "node:crypto";

/** @returns 32 bytes. Text is hashed as UTF-8. */
export const sha256 = (content: string | Uint8Array): Buffer => hash("sha256", content, "buffer");
