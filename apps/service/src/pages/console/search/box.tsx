/** The search on every page of an account: a link to its page, which the script opens in place, by click, by `/` or by Ctrl+K. */
import type { JSX } from "preact";
import { Icon } from "../../kit/icons.js";
import { useWords } from "../../kit/language.js";
import { Say } from "../../kit/say.js";
import type { ConsoleContext } from "../context.js";
import { searchUrl } from "../links.js";
import { SearchForm } from "./form.js";
import { boxWords } from "./words.js";

export const SearchLink = ({ context }: { context: ConsoleContext }): JSX.Element => (
  <div class="lg:px-3 lg:pb-1">
    <a
      href={searchUrl(context)}
      data-searches
      class="flex items-center gap-2.5 rounded-field px-3 text-sm max-lg:size-12 max-lg:justify-center max-lg:hover:bg-base-200 lg:muted lg:min-h-9 lg:border lg:border-base-300 lg:bg-base-200 lg:hover:border-primary"
    >
      <Icon name="search" class="size-4.5" />
      <span class="max-lg:sr-only">{useWords(boxWords).search}</span>
      <kbd class="ms-auto rounded max-lg:hidden border border-base-300 bg-base-100 px-1.5 font-sans text-xs">/</kbd>
    </a>
  </div>
);

const Key = ({ children }: { children: string }): JSX.Element => <kbd class="font-sans">{children}</kbd>;

/** Without scripts it is never seen. */
export function SearchDialog({ context }: { context: ConsoleContext }): JSX.Element {
  const words = useWords(boxWords);
  return (
    <dialog
      data-search
      aria-label={words.search}
      class="panel m-0 mx-auto mt-[8vh] max-h-[84vh] w-[min(40rem,calc(100vw-1.5rem))] flex-col overflow-hidden p-0 text-base-content shadow-2xl backdrop:bg-black/50 open:flex"
    >
      <div class="border-b border-base-300 p-3">
        <SearchForm context={context} typed="" id="search-box" />
      </div>
      <p class="sr-only" role="status" />
      <div class="min-h-0 overflow-y-auto p-2" data-found data-failed={words.failed} />
      <p class="muted hidden border-t border-base-300 px-4 py-2 text-xs sm:block">
        <Say
          text={words.keys}
          up={<Key>↑</Key>}
          down={<Key>↓</Key>}
          enter={<Key>Enter</Key>}
          escape={<Key>Esc</Key>}
          question={<Key>?</Key>}
        />
      </p>
    </dialog>
  );
}
