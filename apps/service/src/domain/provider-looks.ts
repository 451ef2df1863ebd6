/**
 * A provider's own icon, and its names for the ways to pay, in the languages it gives. They appear on our pages, so anything that
 * could mislead a reader is refused, and our own words are used instead.
 */
import type { Logo } from "./logo.js";

/** By tags of languages (`fr`, `pt-BR`); one line each. `default` is for all others. */
export type Labels = { readonly default: string; readonly [language: string]: string };

/** `hash`: of its content, 16 hexadecimal digits. */
export type ProviderIcon = Logo & { readonly hash: string };

/** `faults`: sentences for an operator about labels and icons that are not shown. */
export type Looks = { readonly icon: ProviderIcon | null; readonly faults: readonly string[] };
export const NO_LOOKS: Looks = { icon: null, faults: [] };

/** How a way to pay is shown; null takes our own. */
export type Shown = { readonly labels: Labels | null; readonly icon: ProviderIcon | null };

/** Code points of a label: a line on a small phone. */
const LABEL_MAX = 40;
const LANGUAGES_MAX = 40;

/** In the reader's language, else in that without its region, else by default. */
export const labelIn = (labels: Labels, locale: string): string =>
  labels[locale] ?? labels[locale.split("-", 1)[0] ?? ""] ?? labels.default;

/** @returns a text for what is wrong with them: part of a sentence. */
export function readLabels(said: unknown): Labels | string {
  if (typeof said !== "object" || said === null || Array.isArray(said)) return "they are no object";
  const all = Object.entries(said);
  if (all.length > LANGUAGES_MAX) return `they are in more than ${LANGUAGES_MAX} languages`;
  const stranger = all.find(([language]) => language !== "default" && !isLanguage(language));
  if (stranger !== undefined) return `${quoted(stranger[0])} is no language`;
  for (const [language, label] of all) {
    const fault = faultOf(label);
    if (fault !== null) return `the one for ${language} ${fault}`;
  }
  return Object.hasOwn(said, "default") ? (said as Labels) : "they have no default";
}

const NAMES = new Intl.DisplayNames("en", { type: "language", fallback: "none" });
/** `pt`, `pt-BR`, `zh-Hant`: a tag as languages of pages are named, of a language that there is. */
const isLanguage = (tag: string): boolean =>
  /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-[A-Z]{2})?$/.test(tag) && NAMES.of(tag) !== undefined;

/** Joiners belong to words of some scripts; all else that has no shape of its own can hide or turn what stands beside it. */
const HIDING = /(?![\u200c\u200d])[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
/** More marks on one letter than any script has: they would cover the lines around it. */
const PILED = /\p{M}{5}/u;

function faultOf(label: unknown): string | null {
  if (typeof label !== "string") return "is no text";
  if ([...label].length > LABEL_MAX) return `is longer than ${LABEL_MAX} characters`;
  if (HIDING.test(label) || PILED.test(label)) return "has characters that hide or turn others";
  if (/[<>@]/.test(label)) return "has one of < > @";
  if (label !== label.trim() || !/\p{L}/u.test(label)) return "is no name";
  return null;
}

/** Cut and cleaned for a message. */
const quoted = (text: string): string => JSON.stringify(text.replaceAll(/[^\x20-\x7e]/g, "?").slice(0, 20));
