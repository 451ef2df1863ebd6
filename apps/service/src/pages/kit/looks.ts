/** Light, dark, or as the browser prefers: chosen for a browser, kept in its cookie, written into the page by the service. */
import type { IncomingHttpHeaders } from "node:http";
import type { People } from "../../identity/people.js";
import type { Site, Theme } from "./site.js";

export const THEMES: readonly Theme[] = ["system", "light", "dark"];

/** The site in the look that this browser has chosen. */
export function siteFor(
  { site, people }: { readonly site: Site; readonly people: People },
  headers: IncomingHttpHeaders,
): Site {
  const kept = people.cookies.read(headers, "theme");
  return { ...site, theme: THEMES.find((theme) => theme === kept) ?? site.theme };
}
