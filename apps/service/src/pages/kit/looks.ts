/**
 * What a browser has chosen for its pages, and keeps in cookies: light, dark or as it prefers, and the time zone. The service writes
 * both into the page.
 */
import type { FastifyRequest } from "fastify";
import type { Cookies } from "../../identity/cookies.js";
import type { People } from "../../identity/people.js";
import { readZone, type Zone } from "../../words/zone.js";
import type { Site, Theme } from "./site.js";

export const THEMES: readonly Theme[] = ["system", "light", "dark"];

/** The site in the look that this browser has chosen; in a frame, in the one that the page around it asks for. */
export function siteFor(
  { site, people }: { readonly site: Site; readonly people: People },
  { headers, query, frame }: Pick<FastifyRequest, "headers" | "query" | "frame">,
): Site {
  const asked = (query as Readonly<Record<string, unknown>> | null)?.["theme"];
  const kept = frame === undefined ? people.cookies.read(headers, "theme") : asked;
  return { ...site, theme: THEMES.find((theme) => theme === kept) ?? site.theme };
}

export const YEAR_SECONDS = 365 * 86_400;

/** The time zone that a browser says; anything may stand there. */
export const zoneIn = (cookies: Cookies, headers: FastifyRequest["headers"]): Zone | null =>
  readZone(cookies.read(headers, "tz"));

/** The site in the time zone of its reader; while nobody knows it, a script is told where to say it. */
export const siteIn = (site: Site, zone: Zone | null, cookies: Cookies): Site => ({
  ...site,
  zone,
  zoneCookie: zone === null ? cookies.scripted("tz", YEAR_SECONDS) : null,
});
