import type { JSX } from "preact";
import { SEARCH_LENGTH_MAX } from "../../../domain/search.js";
import { Icon } from "../../kit/icons.js";
import type { ConsoleContext } from "../context.js";
import { searchUrl } from "../links.js";

/** One box for everything. It is a GET, so what was found has an address. */
export const SearchForm = ({
  context,
  typed,
  id,
}: {
  context: ConsoleContext;
  typed: string;
  /** Of the box; a page may have two. */
  id: string;
}): JSX.Element => (
  <search>
    <form method="get" action={searchUrl(context)} class="flex gap-2">
      <label class="sr-only" for={id}>
        Search orders, disputes, events and pages
      </label>
      <input
        class="input w-full min-w-0 flex-1"
        type="search"
        id={id}
        name="q"
        value={typed}
        placeholder="Title, order id, code, email, event…"
        autocomplete="off"
        spellcheck={false}
        maxLength={SEARCH_LENGTH_MAX}
      />
      <button type="submit" class="btn btn-primary">
        <Icon name="search" class="size-4" />
        <span class="max-sm:sr-only">Search</span>
      </button>
    </form>
  </search>
);
