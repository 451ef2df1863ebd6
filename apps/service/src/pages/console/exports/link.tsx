import type { JSX } from "preact";
import type { Query } from "../../kit/filters.js";
import { Icon } from "../../kit/icons.js";
import { useWords } from "../../kit/language.js";
import type { ConsoleContext } from "../context.js";
import { exportUrl } from "../links.js";
import type { ExportName } from "./names.js";
import { exportWords } from "./words.js";

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
