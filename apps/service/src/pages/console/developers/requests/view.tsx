/** The log of the account's API requests. */
import type { ComponentProps, JSX } from "preact";
import { REQUESTS_KEPT } from "../../../../commands/request-log.js";
import type { ShownKey } from "../../../../identity/keys.js";
import type { RequestFilter, RequestRow } from "../../../../store/read/console/requests.js";
import type { Page } from "../../../../store/read/page.js";
import { Given } from "../../../kit/given.js";
import { Icon } from "../../../kit/icons.js";
import { Pager } from "../../../kit/pager.js";
import { FilterSelect } from "../../../kit/select.js";
import { Cell, Empty, PageHead, Table } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { Frame } from "../../frame.js";
import { Mono, Stamp, span } from "../parts.js";
import { requestName } from "../request-id.js";
import { StatusMark } from "../status-mark.js";
import { CLASSES, METHODS, queryOf } from "./filter.js";

/** What its owner calls it, else its last four characters. */
function shortName(keys: readonly ShownKey[], lookup: string): JSX.Element {
  const key = keys.find((one) => one.lookup === lookup);
  if (key === undefined || key.name === "") return <Mono>{key === undefined ? lookup : key.masked.slice(-8)}</Mono>;
  return <Given text={key.name} lines={2} class="max-w-40" />;
}

type ListPage = {
  readonly context: ConsoleContext;
  readonly filter: RequestFilter;
  readonly page: Page<RequestRow>;
  readonly keys: readonly ShownKey[];
};

export function RequestsPage({ context, filter, page, keys }: ListPage): JSX.Element {
  const path = `${context.home}/requests`;
  const query = queryOf(filter);
  return (
    <Frame context={context} title="Request log" entry="/requests">
      <PageHead
        title="Request log"
        lead={`API requests from the last ${REQUESTS_KEPT.days} days (up to ${REQUESTS_KEPT.newest.toLocaleString("en-US")}). Requests with an invalid key aren't shown.`}
      />
      <Filters action={path} filter={filter} keys={keys} />
      {page.rows.length === 0 ? (
        <Empty icon="history" title={Object.keys(query).length === 0 ? "No requests yet" : "No matching requests"}>
          {Object.keys(query).length === 0 ? null : (
            <a class="link link-primary" href={path}>
              View all requests
            </a>
          )}
        </Empty>
      ) : (
        <Table label="Requests" head={["Status", "Request", "Key", "Took", "When (UTC)"]}>
          {page.rows.map((row) => (
            <Row path={path} row={row} keys={keys} />
          ))}
        </Table>
      )}
      <Pager page={page} path={path} query={query} />
    </Frame>
  );
}

const Row = ({ path, row, keys }: { path: string; row: RequestRow; keys: readonly ShownKey[] }): JSX.Element => (
  <tr>
    <Cell>
      <StatusMark status={row.status} />
    </Cell>
    <Cell class="min-w-56">
      <a class="link link-primary [overflow-wrap:anywhere]" href={`${path}/${requestName(row.id)}`}>
        <span class="font-medium">{row.method}</span> {row.path.split("?", 1)[0]}
      </a>
      {row.error_code === null ? null : (
        <p class="muted">
          <Mono>{row.error_code}</Mono>
        </p>
      )}
      {row.is_replay ? <p class="muted text-xs">replayed</p> : null}
    </Cell>
    <Cell class="whitespace-nowrap">{shortName(keys, row.key_lookup)}</Cell>
    <Cell class="whitespace-nowrap tabular-nums">{span(row.duration_ms)}</Cell>
    <Cell>
      <Stamp at={row.created} />
    </Cell>
  </tr>
);

function Filters({
  action,
  filter,
  keys,
}: {
  action: string;
  filter: RequestFilter;
  keys: readonly ShownKey[];
}): JSX.Element {
  return (
    <form
      method="get"
      action={action}
      class="mb-4 grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-[minmax(0,2fr)_repeat(3,minmax(0,1fr))_auto]"
    >
      <Labelled label="Path begins with, or request id" name="path">
        <input
          id="path"
          name="path"
          class="input w-full"
          type="text"
          value={filter.path ?? ""}
          placeholder="/checkout/sessions"
          autocomplete="off"
          spellcheck={false}
        />
      </Labelled>
      <Choice
        label="Status"
        name="status"
        all="Every status"
        chosen={filter.statusClass?.toString()}
        options={Object.entries(CLASSES)}
      />
      <Choice
        label="Method"
        name="method"
        all="Every method"
        chosen={filter.method}
        options={METHODS.map((one) => [one, one])}
      />
      <Choice
        label="Key"
        name="key"
        all="Every key"
        chosen={filter.keyLookup}
        options={keys.map((key) => [
          key.lookup,
          key.name === "" ? key.masked : `${key.name} (${key.masked.slice(-4)})`,
        ])}
      />
      <button type="submit" class="btn">
        <Icon name="list-filter" class="size-4" />
        Filter
      </button>
    </form>
  );
}

const Labelled = ({ label, name, children }: { label: string; name: string; children: JSX.Element }): JSX.Element => (
  <div class="min-w-0">
    <label class="mb-1 block text-sm font-medium" for={name}>
      {label}
    </label>
    {children}
  </div>
);

const Choice = ({
  label,
  ...select
}: Omit<ComponentProps<typeof FilterSelect>, "class"> & { label: string }): JSX.Element => (
  <Labelled label={label} name={select.name}>
    <FilterSelect {...select} class="field h-11 text-sm" />
  </Labelled>
);
