/** Where a form leads back to. */

const HERE = "http://here.invalid";

/**
 * The path, with its query and the place on its page, to go to after an action: as posted when it is one of our own, else the
 * fallback. Takes nothing that a browser could read as another site's address, and normalises what it takes, as the browser would.
 */
export function safeNext(posted: unknown, fallback: string): string {
  if (typeof posted !== "string" || posted.length > 2_000 || !/^\/[^\\\p{Cc}]*$/u.test(posted)) return fallback;
  const url = URL.parse(posted, HERE);
  if (url === null || url.origin !== HERE) return fallback;
  const path = url.pathname + url.search + placeIn(url);
  // "/.//other.example" becomes "//other.example", which is another site.
  return path.startsWith("//") ? fallback : path;
}

/** A place on a page of ours has a plain name. */
const placeIn = ({ hash }: URL): string => (/^#[a-z][\w-]{0,40}$/.test(hash) ? hash : "");

/** A page of ours as it was asked for, less where it was to lead on if that is somewhere else. */
export function ownUrl(url: string): string {
  const { pathname, search, searchParams } = new URL(url, HERE);
  const next = searchParams.get("next");
  return next === null || safeNext(next, "") !== "" ? pathname + search : pathname;
}
