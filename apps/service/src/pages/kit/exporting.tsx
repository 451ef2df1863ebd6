/** A list as a file: how many rows it has is said before it is fetched. It is written while it is sent. */
import type { JSX } from "preact";
import { ROWS_COUNTED } from "../../store/read/page.js";
import { grouped } from "../../words/format.js";
import type { Query } from "./filters.js";
import { Icon } from "./icons.js";
import { Facts, Section } from "./ui.js";

export type Counted = { readonly rows: number; readonly heads: readonly string[] };

/** What a search goes through bounds its file too. */
const rowsText = (rows: number): string =>
  rows >= ROWS_COUNTED
    ? `more than ${grouped(ROWS_COUNTED, "en")} rows`
    : rows === 1
      ? "1 row"
      : `${grouped(rows, "en")} rows`;

/** Of fields whose name in the address is no word. */
const NAMES: Readonly<Record<string, string>> = { q: "search", which: "status", until: "to" };

export const Exporting = ({
  counted: { rows, heads },
  query,
  download,
}: {
  counted: Counted;
  query: Query;
  /** Where the file is. */
  download: string;
}): JSX.Element => (
  <Section
    title="CSV file"
    lead="For spreadsheets and scripts: UTF-8, a line for each row, newest first. Times are UTC."
  >
    <Facts
      rows={[
        ["Rows", <strong>{rowsText(rows)}</strong>],
        [
          "Filters",
          Object.keys(query).length === 0
            ? "None: the whole list"
            : Object.entries(query).map(([name, value]) => (
                <span class="me-3 inline-block [overflow-wrap:anywhere]">
                  {NAMES[name] ?? name}: <bdi class="font-medium">{value}</bdi>
                </span>
              )),
        ],
        ["Columns", heads.join(", ")],
      ]}
    />
    <a class="btn btn-primary mt-5" href={`${download}?${new URLSearchParams(query)}`} download>
      <Icon name="download" class="size-4" />
      Download {rowsText(rows)}
    </a>
    <p class="muted mt-3 text-sm">
      The file is written while it downloads, so a long one takes a while. You can go on working meanwhile.
    </p>
  </Section>
);
