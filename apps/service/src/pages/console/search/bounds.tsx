import type { JSX } from "preact";
import type { Search } from "../../../store/read/console/search.js";
import { grouped } from "../../../words/format.js";

/** Where a search did not look. */
export function SearchBounds({ search }: { search: Search | null }): JSX.Element | null {
  if (search === null || !(search.isBehind || search.cutAt !== null)) return null;
  return (
    <p class="muted px-3 py-2 text-xs">
      {search.cutAt === null
        ? ""
        : `These are among the newest ${grouped(search.cutAt, "en")} matches. Type more to narrow them. `}
      {search.isBehind
        ? "Many orders were created lately, and some can't be searched yet. Try again in a few minutes."
        : ""}
    </p>
  );
}
