/** Light, dark, or as the browser prefers: chosen for a browser, kept in its cookie, written into the page by the service. */
import type { FastifyRequest } from "fastify";
import type { People } from "../../identity/people.js";
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
