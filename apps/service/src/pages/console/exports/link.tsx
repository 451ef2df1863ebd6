import type { JSX } from "preact";
import type { Query } from "../../kit/filters.js";
import { Icon } from "../../kit/icons.js";
import { useWords } from "../../kit/language.js";
import type { ConsoleContext } from "../context.js";
import { exportUrl } from "../links.js";
import type { ExportName } from "./names.js";
import { exportWords } from "./words.js";

/** The form that the boxes of a list's rows belong to. */
export const CHOSEN_FORM = "chosen";

/** To the file of a list whose rows can be chosen: of these, else of the whole list, filtered as it is. */
export const ExportForm = ({
  context,
  list,
  query,
}: {
  context: ConsoleContext;
  list: ExportName;
  query: Query;
}): JSX.Element => {
  const words = useWords(exportWords);
  return (
    <form method="get" action={exportUrl(context, list)} id={CHOSEN_FORM}>
      {Object.entries(query).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <button type="submit" class="btn">
        <Icon name="download" class="size-4" />
        <span class="unless-chosen">{words.link}</span>
        <span class="when-chosen">{words.chosen}</span>
      </button>
    </form>
  );
};

/** To the file of a list, filtered as the list is. */
export const ExportLink = ({
  context,
  list,
  query,
}: {
  context: ConsoleContext;
  list: ExportName;
  query: Query;
}): JSX.Element => (
  <a class="btn" href={`${exportUrl(context, list)}?${new URLSearchParams(query)}`}>
    <Icon name="download" class="size-4" />
    {useWords(exportWords).link}
  </a>
);
