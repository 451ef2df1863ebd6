/**
 * The language of a page, known to every part of it: `Document` tells it once. A page itself, which stands around the document,
 * takes it from its context.
 */
import type { ComponentChildren, JSX } from "preact";
import type { Locale } from "../../words/locale.js";

/**
 * A page is written at one go, so nobody else reads this meanwhile. A context of Preact's would do the same, but what it leaves
 * behind outlives the quick collections of garbage: every page was kept until a slow one, which held others up.
 */
let told: Locale | null = null;

/** What stands inside knows the language. */
export function Language({
  value,
  children,
}: {
  readonly value: Locale;
  readonly children: ComponentChildren;
}): JSX.Element {
  told = value;
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
  return told;
}

/** The words of a section in the language of the page. */
export const useWords = <Words,>(section: (locale: Locale) => Words): Words => section(useLocale());
