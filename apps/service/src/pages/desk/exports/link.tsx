import type { JSX } from "preact";
import type { Query } from "../../kit/filters.js";
import { Icon } from "../../kit/icons.js";
import { DESK_PATH } from "../../kit/links.js";
import type { DeskExportName } from "./names.js";

export const exportPath = (list: DeskExportName): string => `${DESK_PATH}/exports/${list}`;

/** To the file of a list, filtered as the list is. */
export const ExportLink = ({ list, query }: { list: DeskExportName; query: Query }): JSX.Element => (
  <a class="btn" href={`${exportPath(list)}?${new URLSearchParams(query)}`}>
    <Icon name="download" class="size-4" />
    Export
  </a>
);
