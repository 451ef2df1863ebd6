/**
 * The language of a page, known to every part of it: `Document` tells it once. A page itself, which stands around the document,
 * takes it from its context.
 */
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Locale } from "../../words/locale.js";

const Told = createContext<Locale | null>(null);

export const Language = Told.Provider;

/** @throws outside of a document, where a page has to take `context.locale`. */
export function useLocale(): Locale {
  const locale = useContext(Told);
  if (locale === null) throw new Error("the language of a page is known inside of its document alone");
  return locale;
}

/** The words of a section in the language of the page. */
export const useWords = <Words,>(section: (locale: Locale) => Words): Words => section(useLocale());
