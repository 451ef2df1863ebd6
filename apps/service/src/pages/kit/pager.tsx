/** The ways to newer and older rows of a list. */
import type { JSX } from "preact";
import type { Page } from "../../store/read/page.js";
import { Icon } from "./icons.js";
import { useWords } from "./language.js";
import { listWords } from "./words.js";

type TurnProps = {
  readonly href: string;
  readonly class?: string;
  readonly text: string;
  readonly rel?: "prev" | "next";
};

const OUTLINED = "btn btn-outline border-base-300";

export const NewerLink = ({ text, class: classes = OUTLINED, ...rest }: TurnProps): JSX.Element => (
  <a class={classes} {...rest}>
    <Icon name="arrow-left" class="size-4" />
    {text}
  </a>
);

export const OlderLink = ({ text, class: classes = OUTLINED, ...rest }: TurnProps): JSX.Element => (
  <a class={classes} {...rest}>
    {text}
    <Icon name="arrow-right" class="size-4" />
  </a>
);

/** Newer and older pages of a list; positions are those of its rows. Filters stay in `query`. */
export function Pager<Row extends { readonly position: string }>({
  page,
  path,
  query,
}: {
  page: Page<Row>;
  path: string;
  query: Readonly<Record<string, string>>;
}): JSX.Element | null {
  const words = useWords(listWords);
  if (!page.hasNewer && !page.hasOlder) return null;
  const link = (name: "newer" | "older", row: Row | undefined): string =>
    `${path}?${new URLSearchParams({ ...query, ...(row === undefined ? {} : { [name]: row.position }) })}`;
  return (
    <nav class="mb-6 flex flex-wrap gap-2" aria-label={words.pages}>
      {page.hasNewer ? <NewerLink text={words.newer} class="btn btn-sm" href={link("newer", page.rows[0])} /> : null}
      {page.hasOlder ? (
        <OlderLink text={words.older} class="btn btn-sm" href={link("older", page.rows.at(-1))} />
      ) : null}
    </nav>
  );
}
