/** How old a list is that was read from a standby of the database. */
import type { JSX } from "preact";
import { useLocale } from "./language.js";
import { listWords } from "./words.js";

/** @param ageSeconds how old it is at most; null for one that is up to date, of which there is nothing to say. */
export function Late({ ageSeconds }: { ageSeconds: number | null }): JSX.Element | null {
  const words = listWords(useLocale());
  return ageSeconds === null ? null : (
    <p class="muted mt-3 text-sm">{words.late({ seconds: Math.ceil(ageSeconds) })}</p>
  );
}
