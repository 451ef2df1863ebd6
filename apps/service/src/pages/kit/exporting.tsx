/** A list as a file: how many rows it has is said before it is fetched. It is written while it is sent. */
import type { JSX } from "preact";
import { ROWS_COUNTED } from "../../store/read/page.js";
import { grouped } from "../../words/format.js";
import { CHOSEN_ROWS } from "./answer.js";
import type { Query } from "./filters.js";
import { Icon } from "./icons.js";
import { useLocale } from "./language.js";
import { Late } from "./late.js";
import { Facts, Section } from "./ui.js";
import { listWords } from "./words.js";

export type Counted = {
  readonly rows: number;
  readonly heads: readonly string[];
  /** See {@link Late}. */
  readonly ageSeconds: number | null;
};

export const Exporting = ({
  counted: { rows, heads, ageSeconds },
  query,
  download,
}: {
  counted: Counted;
  query: Query;
  /** Where the file is. */
  download: string;
}): JSX.Element => {
  const locale = useLocale();
  const words = listWords(locale);
  // What a search goes through bounds its file too.
  const counted =
    rows >= ROWS_COUNTED
      ? words.rowsMany({ most: grouped(ROWS_COUNTED, locale) })
      : words.rowsCounted({ count: rows, shown: grouped(rows, locale) });
  return (
    <Section title={words.csv} lead={words.csvLead}>
      <Facts
        rows={[
          [words.rows, <strong>{counted}</strong>],
          [
            words.filters,
            Object.keys(query).length === 0
              ? words.noFilters
              : Object.entries(query).map(([name, value]) => (
                  <span class="me-3 inline-block [overflow-wrap:anywhere]">
                    {(words.fields as Query)[name] ?? name}:{" "}
                    <bdi class="font-medium">{name === CHOSEN_ROWS ? value.split(",").length : value}</bdi>
                  </span>
                )),
          ],
          // They are the same in every language.
          [words.columns, <span lang="en">{heads.join(", ")}</span>],
        ]}
      />
      <a class="btn btn-primary mt-5" href={`${download}?${new URLSearchParams(query)}`} download>
        <Icon name="download" class="size-4" />
        {words.download({ rows: counted })}
      </a>
      <p class="muted mt-3 text-sm">{words.takesTime}</p>
      <Late ageSeconds={ageSeconds} />
    </Section>
  );
};
