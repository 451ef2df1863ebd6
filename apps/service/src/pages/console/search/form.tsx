import type { JSX } from "preact";
import { SEARCH_LENGTH_MAX } from "../../../domain/search.js";
import { Icon } from "../../kit/icons.js";
import { useWords } from "../../kit/language.js";
import { maxLengthFor } from "../../kit/max-length.js";
import type { ConsoleContext } from "../context.js";
import { searchUrl } from "../links.js";
import { boxWords } from "./words.js";

/** One box for everything. It is a GET, so what was found has an address. */
export function SearchForm({
  context,
  typed,
  id,
}: {
  context: ConsoleContext;
  typed: string;
  /** Of the box; a page may have two. */
  id: string;
}): JSX.Element {
  const words = useWords(boxWords);
  return (
    <search>
      <form method="get" action={searchUrl(context)} class="flex gap-2">
        <label class="sr-only" for={id}>
          {words.what}
        </label>
        <input
          class="input w-full min-w-0 flex-1"
          type="search"
          id={id}
          name="q"
          value={typed}
          placeholder={words.hint}
          autocomplete="off"
          spellcheck={false}
          maxLength={maxLengthFor(SEARCH_LENGTH_MAX)}
        />
        <button type="submit" class="btn btn-primary">
          <Icon name="search" class="size-4" />
          <span class="max-sm:sr-only">{words.search}</span>
        </button>
      </form>
    </search>
  );
}
