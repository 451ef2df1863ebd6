/** The search over everything, on every page of the desk: `/` and Ctrl+K lead to it. It is a GET, so what was found has an address. */
import type { JSX } from "preact";
import { SEARCH_LENGTH_MAX } from "../../../domain/search.js";
import { Icon } from "../../kit/icons.js";
import { maxLengthFor } from "../../kit/max-length.js";
import { SEARCH_PATH } from "../links.js";

export const SearchBox = (): JSX.Element => (
  <search class="block lg:px-3 lg:pb-1">
    {/* A phone's bar has room for the way to the page of the search. */}
    <a
      href={SEARCH_PATH}
      aria-label="Search everything"
      class="flex size-12 items-center justify-center rounded-field sm:hidden"
    >
      <Icon name="search" class="size-4.5" />
    </a>
    <form method="get" action={SEARCH_PATH} class="relative max-sm:hidden">
      <label class="sr-only" for="desk-search">
        Search the desk
      </label>
      <input
        class="input input-sm max-lg:min-h-11 w-full pe-10 text-sm"
        type="search"
        id="desk-search"
        name="q"
        data-search
        required
        placeholder="Search everything"
        title="Press / or Ctrl+K"
        autocomplete="off"
        spellcheck={false}
        maxLength={maxLengthFor(SEARCH_LENGTH_MAX)}
      />
      <button
        type="submit"
        aria-label="Search the desk"
        class="absolute inset-y-0 end-0 inline-flex w-10 cursor-pointer items-center justify-center rounded-field"
      >
        <Icon name="search" class="size-4" />
      </button>
    </form>
  </search>
);
