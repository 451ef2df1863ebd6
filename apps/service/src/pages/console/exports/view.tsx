import type { JSX } from "preact";
import { Exporting } from "../../kit/exporting.js";
import { PageHead } from "../../kit/ui.js";
import type { ConsoleContext } from "../context.js";
import { Frame } from "../frame.js";
import { exportUrl } from "../links.js";
import { SearchBounds } from "../search/bounds.js";
import { EXPORTS, type OpenedExport } from "./lists.js";
import type { ExportName } from "./names.js";
import { exportWords } from "./words.js";

export function ExportPage({
  context,
  name,
  opened: { query, search, ageSeconds, heads },
  rows,
}: {
  context: ConsoleContext;
  name: ExportName;
  opened: Pick<OpenedExport, "query" | "search" | "ageSeconds" | "heads">;
  rows: number;
}): JSX.Element {
  const { title: titleIn, path } = EXPORTS[name];
  const list = titleIn(context.locale);
  const title = exportWords(context.locale).title({ list });
  const back = `${context.home}${path}?${new URLSearchParams(query)}`;
  return (
    <Frame context={context} title={title} entry={path}>
      <PageHead title={title} up={{ href: back, label: list }} />
      <Exporting
        counted={{ rows, heads, ageSeconds }}
        query={query}
        download={`${exportUrl(context, name)}/download`}
      />
      <SearchBounds search={search} />
    </Frame>
  );
}
