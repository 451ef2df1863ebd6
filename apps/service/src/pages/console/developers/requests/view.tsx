/** The log of the account's API requests. */

import type { JSX } from "preact";
import { REQUESTS_KEPT } from "../../../../commands/request-log.js";
import type { ShownKey } from "../../../../identity/keys.js";
import type { RequestRow } from "../../../../store/read/console/requests.js";
import { grouped } from "../../../../words/format.js";
import { Filters } from "../../../kit/filters.js";
import { Given } from "../../../kit/given.js";
import { useLocale, useWords } from "../../../kit/language.js";
import { Pager } from "../../../kit/pager.js";
import { ShortId } from "../../../kit/short-id.js";
import { Stamp } from "../../../kit/times.js";
import { Cell, Empty, PageHead, Table } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { ExportLink } from "../../exports/link.js";
import { Frame } from "../../frame.js";
import { requestsUrl, requestUrl } from "../../links.js";
import { LiveList } from "../live.js";
import { Mono, span } from "../parts.js";
import { StatusMark } from "../status-mark.js";
import { partWords, requestWords } from "../words.js";
import { CLASSES, METHODS } from "./filter.js";
import type { LoggedRequests } from "./load.js";

/** What its owner calls it, else its last four characters. */
function shortName(keys: readonly ShownKey[], lookup: string): JSX.Element {
  const key = keys.find((one) => one.lookup === lookup);
  if (key === undefined || key.name === "") return <Mono>{key === undefined ? lookup : key.masked.slice(-8)}</Mono>;
  return <Given text={key.name} lines={2} class="max-w-40" />;
}

export function RequestsPage({
  context,
  listed: { page, query, now },
  keys,
}: LoggedRequests & { context: ConsoleContext }): JSX.Element {
  const words = requestWords(context.locale);
  const path = requestsUrl(context);
  return (
    <Frame context={context} title={words.title} entry="/requests" lives={!page.hasNewer}>
      <PageHead
        title={words.title}
        lead={words.lead({ days: REQUESTS_KEPT.days, newest: grouped(REQUESTS_KEPT.newest, context.locale) })}
      >
        <ExportLink context={context} list="requests" query={query} />
      </PageHead>
      <Filters
        path={path}
        query={query}
        search={{ name: "path", label: words.path, hint: "/checkout/sessions" }}
        choices={[
          {
            name: "status",
            label: words.status,
            all: words.everyStatus,
            options: CLASSES.map((one) => [one, words[`class_${one}`]] as const),
          },
          {
            name: "method",
            label: words.method,
            all: words.everyMethod,
            options: METHODS.map((one) => [one, one] as const),
          },
          {
            name: "key",
            label: words.key,
            all: words.everyKey,
            options: keys.map(
              (key) => [key.lookup, key.name === "" ? key.masked : `${key.name} (${key.masked.slice(-4)})`] as const,
            ),
          },
        ]}
        daysAt={now}
      />
      <LiveList isNewest={!page.hasNewer} url={context.url}>
        {page.rows.length === 0 ? (
          <Empty icon="history" title={Object.keys(query).length === 0 ? words.none : words.noneMatching}>
            {Object.keys(query).length === 0 ? (
              words.noneText
            ) : (
              <a class="link link-primary" href={path}>
                {words.viewAll}
              </a>
            )}
          </Empty>
        ) : (
          <RequestTable context={context} requests={page.rows} keys={keys} />
        )}
      </LiveList>
      <Pager page={page} path={path} query={query} />
    </Frame>
  );
}

function RequestTable({
  context,
  requests,
  keys,
}: {
  context: ConsoleContext;
  requests: readonly RequestRow[];
  keys: readonly ShownKey[];
}): JSX.Element {
  const words = useWords(requestWords);
  return (
    <Table
      label={words.label}
      head={[words.status, words.request, words.key, words.took, useWords(partWords).when]}
      columns={["", "", "max-sm:hidden", "max-sm:hidden", "max-sm:hidden"]}
      dense
    >
      {requests.map((row) => (
        <Row context={context} row={row} keys={keys} />
      ))}
    </Table>
  );
}

/** Ids in a path are long, and tell little. */
const ID_LENGTH = 20;

const Path = ({ path }: { path: string }): JSX.Element => (
  <>
    {path.split(/(?<=\/)/).map((part) => {
      const id = part.endsWith("/") ? part.slice(0, -1) : part;
      return id.length < ID_LENGTH ? (
        part
      ) : (
        <>
          <ShortId width="narrow">{id}</ShortId>
          {part.slice(id.length)}
        </>
      );
    })}
  </>
);

function Row({
  context,
  row,
  keys,
}: {
  context: ConsoleContext;
  row: RequestRow;
  keys: readonly ShownKey[];
}): JSX.Element {
  const locale = useLocale();
  const words = requestWords(locale);
  return (
    <tr>
      <Cell>
        <StatusMark status={row.status} />
      </Cell>
      <Cell class="min-w-48">
        <a class="row-link [overflow-wrap:anywhere]" href={requestUrl(context, row.id)}>
          <span class="font-medium">{row.method}</span> <Path path={row.path.split("?", 1)[0] ?? ""} />
        </a>
        {row.error_code === null ? null : (
          <p class="muted">
            <Mono>{row.error_code}</Mono>
          </p>
        )}
        {row.is_replay ? <p class="muted text-xs">{words.replayed}</p> : null}
        <p class="muted mt-0.5 text-xs sm:hidden">
          <Stamp at={row.created} />, {span(row.duration_ms, locale)}
        </p>
      </Cell>
      <Cell class="whitespace-nowrap max-sm:hidden">{shortName(keys, row.key_lookup)}</Cell>
      <Cell class="whitespace-nowrap tabular-nums max-sm:hidden">{span(row.duration_ms, locale)}</Cell>
      <Cell class="max-sm:hidden">
        <Stamp at={row.created} />
      </Cell>
    </tr>
  );
}
