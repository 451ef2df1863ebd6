/** Tells one state of a page from another, to a script that looks for news. */
import { sha256 } from "../../platform/hash.js";

/** @param shown all that the page shows of what changes. @returns 22 characters that say nothing of it. */
export const shownVersion = (shown: unknown): string =>
  sha256(JSON.stringify(shown, toText)).toString("base64url").slice(0, 22);

/** That the reader has seen something by now changes nothing for them. */
const toText = (key: string, value: unknown): unknown =>
  key === "isUnread" ? undefined : typeof value === "bigint" ? String(value) : value;
