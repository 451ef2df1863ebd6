import type { JSX } from "preact";
import type { Search } from "../../../store/read/console/search.js";
import { grouped } from "../../../words/format.js";
import { useLocale } from "../../kit/language.js";
import { boundsWords } from "./words.js";

/** Where a search did not look. */
export function SearchBounds({ search }: { search: Search | null }): JSX.Element | null {
  const locale = useLocale();
  const words = boundsWords(locale);
  if (search === null || !(search.isBehind || search.cutAt !== null)) return null;
  return (
    <p class="muted px-3 py-2 text-xs">
      {search.cutAt === null ? "" : `${words.cut({ count: grouped(search.cutAt, locale) })} `}
      {search.isBehind ? words.behind : ""}
    </p>
  );
}
