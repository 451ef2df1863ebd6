import type { JSX } from "preact";
import { type Counted, Exporting } from "../../kit/exporting.js";
import type { Query } from "../../kit/filters.js";
import { DESK_PATH } from "../../kit/links.js";
import { PageHead } from "../../kit/ui.js";
import type { DeskContext } from "../access.js";
import { DeskFrame } from "../frame.js";
import { exportPath } from "./link.js";
import { DESK_EXPORTS } from "./lists.js";
import type { DeskExportName } from "./names.js";

export function DeskExportPage({
  context,
  name,
  query,
  counted,
}: {
  context: DeskContext;
  name: DeskExportName;
  query: Query;
  counted: Counted;
}): JSX.Element {
  const { title, entry } = DESK_EXPORTS[name];
  const back = `${DESK_PATH}${entry}?${new URLSearchParams(query)}`;
  return (
    <DeskFrame context={context} title={`Export: ${title}`} entry={entry}>
      <PageHead title={`Export: ${title.toLowerCase()}`} up={{ href: back, label: title }} />
      <Exporting counted={counted} query={query} download={`${exportPath(name)}/download`} />
    </DeskFrame>
  );
}
