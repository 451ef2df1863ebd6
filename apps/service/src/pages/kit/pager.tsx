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

export const BackLink = ({ text, class: classes = OUTLINED, ...rest }: TurnProps): JSX.Element => (
  <a class={classes} {...rest}>
    <Icon name="arrow-left" class="size-4" />
    {text}
  </a>
);

export const OnLink = ({ text, class: classes = OUTLINED, ...rest }: TurnProps): JSX.Element => (
  <a class={classes} {...rest}>
    {text}
    <Icon name="arrow-right" class="size-4" />
  </a>
);

/** The pages before and after this one; positions are those of its rows. Filters stay in `query`. */
export function Pager<Row extends { readonly position: string }>({
  page,
  path,
  query,
  oldestFirst = false,
  isByTime = true,
}: {
  page: Page<Row>;
  path: string;
  query: Readonly<Record<string, string>>;
  oldestFirst?: boolean;
  /** Whether rows are in the order of time; else they are in that of the alphabet. */
  isByTime?: boolean;
}): JSX.Element | null {
  const words = useWords(listWords);
  if (!page.hasNewer && !page.hasOlder) return null;
  const link = (name: "newer" | "older", row: Row | undefined): string =>
    `${path}?${new URLSearchParams({ ...query, ...(row === undefined ? {} : { [name]: row.position }) })}`;
  const [first, last] = [page.rows[0], page.rows.at(-1)];
  const newer = {
    text: isByTime ? words.newer : words.previous,
    class: "btn btn-sm",
    href: link("newer", oldestFirst ? last : first),
  };
  const older = {
    text: isByTime ? words.older : words.next,
    class: "btn btn-sm",
    href: link("older", oldestFirst ? first : last),
  };
  const [hasBefore, hasAfter] = oldestFirst ? [page.hasOlder, page.hasNewer] : [page.hasNewer, page.hasOlder];
  return (
    <nav class="mb-6 flex flex-wrap gap-2" aria-label={words.pages}>
      {hasBefore ? <BackLink {...(oldestFirst ? older : newer)} /> : null}
      {hasAfter ? <OnLink {...(oldestFirst ? newer : older)} /> : null}
    </nav>
  );
}
