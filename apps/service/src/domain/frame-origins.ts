/** The origins that may show a seller's checkout inside of their pages. They stand in a header, so they are read strictly. */

import { isWebUrl } from "./return-url.js";

/** The database has the same bound. */
export const FRAME_ORIGINS_MAX = 10;

/** In the spelling of browsers; a host of 253 characters and a port. */
const ORIGIN = /^https?:\/\/[a-z0-9.-]{1,253}(?::\d{1,5})?$/;
const OWN_MACHINE = ["localhost", "127.0.0.1"];

export type FrameOriginsRead =
  | { readonly ok: true; readonly origins: readonly string[] }
  /** `line`: the first that is no origin we take; null where there are too many. */
  | { readonly ok: false; readonly line: string | null };

/**
 * Reads one origin a line; empty lines and repetitions count for nothing. An origin is https, a host and perhaps a port: no path, no
 * wildcard, no credentials. In the sandbox http is taken from one's own machine.
 */
export function readFrameOrigins(text: string, { isSandbox }: { readonly isSandbox: boolean }): FrameOriginsRead {
  const lines = text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const origins = new Set<string>();
  for (const line of lines) {
    const origin = originIn(line, isSandbox);
    if (origin === null) return { ok: false, line };
    origins.add(origin);
    if (origins.size > FRAME_ORIGINS_MAX) return { ok: false, line: null };
  }
  return { ok: true, origins: [...origins] };
}

function originIn(line: string, isSandbox: boolean): string | null {
  // Before a parser forgives them: a wildcard is a host to it, and a tab is nothing.
  if (!/^https?:\/\/[^\s*/?#@\\]+\/?$/i.test(line)) return null;
  const url = URL.parse(line);
  if (url === null || !ORIGIN.test(url.origin) || !isWebUrl(url.href)) return null;
  if (url.protocol === "https:") return url.hostname.includes(".") ? url.origin : null;
  return isSandbox && OWN_MACHINE.includes(url.hostname) ? url.origin : null;
}
