/** The icons of providers, and by which of them a way to pay is shown. */
import { type Logo, type LogoProblem, readLogo } from "../domain/logo.js";
import type { ProviderIcon, Shown } from "../domain/provider-looks.js";
import { sha256 } from "../platform/hash.js";
import type { Capability } from "./capabilities.js";

const ICON_BYTES_MAX = 32 * 1024;
/** Of each side, in pixels. */
const ICON_SIDE_MAX = 512;

/** @returns a text for what is wrong with it: part of a sentence. */
export function readIcon(said: unknown): ProviderIcon | string {
  if (typeof said !== "string" || !/^[A-Za-z0-9+/]+={0,2}$/.test(said)) return "it is no base64";
  // Told by its length before anything is decoded.
  if (said.length > Math.ceil(ICON_BYTES_MAX / 3) * 4) return ICON_FAULTS.large;
  const logo = readLogo(Buffer.from(said, "base64"));
  if (typeof logo === "string") return ICON_FAULTS[logo];
  if (Math.max(logo.width, logo.height) > ICON_SIDE_MAX) return ICON_FAULTS.sides;
  return { ...logo, hash: hashOf(logo) };
}

const hashOf = ({ content }: Logo): string => sha256(content).toString("hex").slice(0, 16);

/** An SVG is none of them: it may hold scripts. */
const ICON_FAULTS: Readonly<Record<LogoProblem, string>> = {
  type: "it is neither PNG, WebP nor JPEG",
  large: `it is larger than ${ICON_BYTES_MAX / 1024} KB`,
  sides: `one of its sides is longer than ${ICON_SIDE_MAX} pixels`,
  moving: "it moves",
};

type Row = { readonly provider: string; readonly icon: ProviderIcon | null; readonly one: Capability };

/**
 * As what a way to pay is shown. Null, for our own words, where several might serve it that show themselves differently.
 * @param rows of all that might, the most preferred first. isFirst: nothing can come up that makes another of them serve it.
 */
export function shownAs(rows: readonly Row[], { isFirst }: { readonly isFirst: boolean }): Shown | null {
  const [first] = rows;
  if (first === undefined) return null;
  const shown: Shown = { labels: first.one.labels ?? null, icon: first.icon };
  if (shown.labels === null && shown.icon === null) return null;
  const isOne = (row: Row): boolean =>
    row.provider === first.provider && JSON.stringify(row.one.labels) === JSON.stringify(first.one.labels);
  return isFirst || rows.every(isOne) ? shown : null;
}
