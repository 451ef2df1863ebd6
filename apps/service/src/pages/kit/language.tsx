/**
 * The language of a page and its reader's time zone, known to every part of it: `Document` tells it once. A page itself, which stands around the document,
 * takes it from its context.
 */
import type { ComponentChildren, JSX } from "preact";
import type { Locale } from "../../words/locale.js";
import type { Zone } from "../../words/zone.js";

/**
 * A page is written at one go, so nobody else reads this meanwhile. A context of Preact's would do the same, but what it leaves
 * behind outlives the quick collections of garbage: every page was kept until a slow one, which held others up.
 */
let told: { readonly locale: Locale; readonly zone: Zone | null } | null = null;

/** What stands inside knows both. */
export function Language({
  value,
  zone,
  children,
}: {
  readonly value: Locale;
  /** Null where nobody knows where the reader is. */
  readonly zone: Zone | null;
  readonly children: ComponentChildren;
}): JSX.Element {
  told = { locale: value, zone };
  return (
    <>
      {children}
      <LanguageEnd />
    </>
  );
}

function LanguageEnd(): null {
  told = null;
  return null;
}

/** @throws outside of a document, where a page has to take `context.locale`. */
export function useLocale(): Locale {
  if (told === null) throw new Error("the language of a page is known inside of its document alone");
  return told.locale;
}

/** Null where nobody knows where the reader is. @throws as {@link useLocale}. */
export function useZone(): Zone | null {
  if (told === null) throw new Error("the time zone of a page is known inside of its document alone");
  return told.zone;
}

/** The words of a section in the language of the page. */
export const useWords = <Words,>(section: (locale: Locale) => Words): Words => section(useLocale());
