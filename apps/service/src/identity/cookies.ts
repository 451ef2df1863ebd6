/**
 * Cookies of the service: random tokens and choices, which no other site sends along with a form and, but for the time zone, no script
 * reads.
 * Where people come by https they bear the prefix `__Host-`, which lets no sibling host set them (RFC 6265bis, 4.1.3.2).
 *
 * Inside of another site's page a browser sends none of them. A checkout in such a frame has cookies of its own names, which are kept
 * apart for each site that frames us (CHIPS: `Partitioned`): pages read the ones, frames the others, and neither reads both.
 */
import type { IncomingHttpHeaders } from "node:http";

/** What each of them is for. */
type CookieName =
  /** A buyer's session. */
  | "session"
  /** A seller's or operator's session. */
  | "seller"
  /** The step that a seller is at: a code that is to come by mail, or a second factor. */
  | "seller_step"
  /** Somebody has signed in to the console from this browser: strangers who guess do not use up its tries. */
  | "seller_known"
  /** Somebody has signed in as a buyer from this browser: strangers who ask for codes do not use up its own. */
  | "known"
  /** The code that this browser asked for. */
  | "code"
  /** The page that its link leads on to. */
  | "onward"
  /** Tells browsers apart, so that a form of one is not taken from another. */
  | "browser"
  /** The language that was chosen. */
  | "language"
  /** Light or dark, where that was chosen. */
  | "theme"
  /** The time zone: chosen here, or written by a script of ours, which can't undo a choice. */
  | "tz"
  /** What the page that follows an attempt to sign in has to say. */
  | "notice";

export type Cookies = {
  /** Null when the request has none, or one that is too long to be ours. */
  read(headers: IncomingHttpHeaders, name: CookieName): string | null;
  /** The value of a Set-Cookie header. `value` takes letters, digits and `._~+/-`. */
  write(name: CookieName, value: string, maxAgeSeconds: number): string;
  /** The same for a script of ours to write, with `$` in place of the value. */
  scripted(name: CookieName, maxAgeSeconds: number): string;
  /** The value of a Set-Cookie header that forgets it. */
  clear(name: CookieName): string;
};

type CookieParts = { readonly isHttps: boolean; readonly isFramed?: boolean };

const VALUE = /^[\w.~+/-]{1,1024}$/;

/** @param isFramed for pages inside of another site's. Without https they work on one's own machine alone, as browsers have it. */
export function openCookies({ isHttps, isFramed = false }: CookieParts): Cookies {
  const prefix = `${isHttps ? "__Host-" : ""}${isFramed ? "hf_frame_" : "hf_"}`;
  const scope = isFramed ? "Secure; SameSite=None; Partitioned" : `SameSite=Lax${isHttps ? "; Secure" : ""}`;
  const attributes = `Path=/; HttpOnly; ${scope}`;
  return {
    read: (headers, name) => {
      const start = `${prefix}${name}=`;
      const pairs = (headers.cookie ?? "").split(";").map((pair) => pair.trim());
      const value = pairs.find((pair) => pair.startsWith(start))?.slice(start.length) ?? "";
      return VALUE.test(value) ? value : null;
    },
    write: (name, value, maxAgeSeconds) => {
      if (!VALUE.test(value)) throw new Error(`the cookie ${name} does not take this value`);
      return `${prefix}${name}=${value}; Max-Age=${maxAgeSeconds}; ${attributes}`;
    },
    scripted: (name, maxAgeSeconds) => `${prefix}${name}=$; Max-Age=${maxAgeSeconds}; Path=/; ${scope}`,
    clear: (name) => `${prefix}${name}=; Max-Age=0; ${attributes}`,
  };
}
