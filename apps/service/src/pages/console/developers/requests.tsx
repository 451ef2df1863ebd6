/** The log of the account's API requests, and of one of them what was asked and why it was refused. */
import { API_PATH, ERRORS, type ErrorCode, LIMITS } from "@holdfast/contract";
import type { JSX } from "preact";
import { REQUESTS_KEPT } from "../../../commands/request-log.js";
import { keysOf, type ShownKey } from "../../../identity/keys.js";
import {
  findRequest,
  listRequests,
  type RequestFilter,
  type RequestRow,
  type WholeRequest,
} from "../../../store/read/console/requests.js";
import type { Page } from "../../../store/read/page.js";
import { Code, highlight, JsonCode } from "../../docs/code.js";
import { Given } from "../../given.js";
import { Icon } from "../../icons.js";
import { Badge } from "../../orders/parts.js";
import { PageRefusal } from "../../refusal.js";
import type { ConsoleContext } from "../context.js";
import { Frame } from "../frame.js";
import { pageIn } from "../paging.js";
import type { Asked } from "../routes.js";
import type { RegisterPart } from "../services.js";
import { Cell, Empty, Facts, PageHead, Pager, Section, Table } from "../ui.js";
import { Mono, Stamp, span, statusText } from "./parts.js";

const METHODS = ["GET", "POST"] as const;
const CLASSES = { "2": "Answered (2xx)", "4": "Refused (4xx)", "5": "Failed (5xx)" } as const;
const PATH_LENGTH = 500;

export const registerRequests: RegisterPart = (routes, { db }) => {
  routes.page("/requests", "read", async (context, { query }) => {
    const { account } = context.member;
    const search = (query["path"] ?? "").trim();
    if (uuidOf(search) !== null) return `${context.home}/requests/${search}`;
    const filter = filterIn(query);
    const [page, keys] = await Promise.all([
      listRequests(db, account, { filter, page: pageIn(query, "uuid") }),
      keysOf(db, account),
    ]);
    return <RequestsPage context={context} filter={filter} page={page} keys={keys} />;
  });
  routes.page("/requests/:request", "read", async (context, { params }) => {
    const { account } = context.member;
    const id = uuidOf(params["request"] ?? "");
    const [request, keys] = await Promise.all([id === null ? null : findRequest(db, account, id), keysOf(db, account)]);
    if (request === null) throw new PageRefusal("not_found");
    return <RequestPage context={context} request={request} keys={keys} />;
  });
};

/** What answers bear as `Request-Id`. */
const nameOf = (id: string): string => `req_${id.replaceAll("-", "")}`;

function uuidOf(name: string): string | null {
  const match = /^req_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(name);
  return match === null ? null : match.slice(1).join("-");
}

/** A path may be typed with the API's root or without. */
function filterIn({ status = "", method = "", key = "", path = "" }: Asked["query"]): RequestFilter {
  const typed = path.trim().slice(0, PATH_LENGTH);
  const below = typed.startsWith(API_PATH) ? typed.slice(API_PATH.length) : typed;
  return {
    statusClass: Object.hasOwn(CLASSES, status) ? Number(status) : null,
    method: METHODS.find((one) => one === method) ?? null,
    keyLookup: /^[0-9A-Za-z]{12}$/.test(key) ? key : null,
    path: below === "" ? null : below.startsWith("/") ? below : `/${below}`,
  };
}

const queryOf = ({ statusClass, method, keyLookup, path }: RequestFilter): Readonly<Record<string, string>> => ({
  ...(statusClass === null ? {} : { status: String(statusClass) }),
  ...(method === null ? {} : { method }),
  ...(keyLookup === null ? {} : { key: keyLookup }),
  ...(path === null ? {} : { path }),
});

const keyName = (keys: readonly ShownKey[], lookup: string): string => {
  const key = keys.find((one) => one.lookup === lookup);
  return key === undefined ? `hf_${lookup}_****` : key.masked;
};

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

function RequestsPage({ context, filter, page, keys }: ListPage): JSX.Element {
  const path = `${context.home}/requests`;
  const query = queryOf(filter);
  return (
    <Frame context={context} title="Request log" entry="/requests">
      <PageHead
        title="Request log"
        lead={`What this account's keys asked the API: the newest ${REQUESTS_KEPT.newest.toLocaleString("en-US")} requests of the last ${REQUESTS_KEPT.days} days, a second late. Requests without a valid key belong to nobody, and are not here.`}
      />
      <Filters action={path} filter={filter} keys={keys} />
      {page.rows.length === 0 ? (
        <Empty icon="history" title={Object.keys(query).length === 0 ? "No request yet" : "No such request"}>
          {Object.keys(query).length === 0 ? null : (
            <a class="link link-primary" href={path}>
              See all requests
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
      <a class="link link-primary [overflow-wrap:anywhere]" href={`${path}/${nameOf(row.id)}`}>
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

const StatusMark = ({ status }: { status: number }): JSX.Element => (
  <Badge
    tone={status < 400 ? "good" : status < 500 ? "waiting" : "bad"}
    icon={status < 400 ? "check" : status < 500 ? "circle-alert" : "x"}
    text={String(status)}
  />
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
  name,
  all,
  chosen,
  options,
}: {
  label: string;
  name: string;
  all: string;
  chosen: string | null | undefined;
  options: readonly (readonly [value: string, text: string])[];
}): JSX.Element => (
  <Labelled label={label} name={name}>
    <select id={name} name={name} class="field h-11 text-sm">
      <option value="">{all}</option>
      {options.map(([value, text]) => (
        <option value={value} selected={value === chosen}>
          {text}
        </option>
      ))}
    </select>
  </Labelled>
);

function RequestPage({
  context,
  request,
  keys,
}: {
  context: ConsoleContext;
  request: WholeRequest;
  keys: readonly ShownKey[];
}): JSX.Element {
  return (
    <Frame context={context} title={`${request.method} ${request.path.split("?", 1)[0]}`} entry="/requests">
      <PageHead
        title={`${request.method} ${request.path.split("?", 1)[0]}`}
        up={{ href: `${context.home}/requests`, label: "Request log" }}
        lead={
          <span class="flex flex-wrap items-center gap-2">
            <StatusMark status={request.status} /> {statusText(request.status).slice(4)}
          </span>
        }
      />
      <Section title="Request">
        <Facts rows={factsOf(context, request, keys)} />
      </Section>
      {request.answer === null ? null : <Refused request={request} answer={request.answer} />}
    </Frame>
  );
}

function factsOf(
  { home }: ConsoleContext,
  request: WholeRequest,
  keys: readonly ShownKey[],
): readonly (readonly [string, JSX.Element | string])[] {
  const { object_id: object, idempotency_key: idempotencyKey } = request;
  const objectPath = object === null ? null : pathOfObject(home, object);
  return [
    ["Request-Id", <Mono>{nameOf(request.id)}</Mono>],
    ["When", <Stamp at={request.created} />],
    ["Path", <Mono>{API_PATH + request.path}</Mono>],
    ["Took", span(request.duration_ms)],
    ["Key", <Mono>{keyName(keys, request.key_lookup)}</Mono>],
    ...(idempotencyKey === null ? [] : [["Idempotency-Key", <Mono>{idempotencyKey}</Mono>] as const]),
    ...(request.is_replay ? [["Replayed", "Yes: the answer is the stored one of the first request."] as const] : []),
    ...(object === null
      ? []
      : [
          [
            "Answered with",
            objectPath === null ? (
              <Mono>{object}</Mono>
            ) : (
              <a class="link link-primary" href={objectPath}>
                <Mono>{object}</Mono>
              </a>
            ),
          ] as const,
        ]),
    ["From", request.address],
    ...(request.user_agent === "" ? [] : [["User-Agent", <Mono>{request.user_agent}</Mono>] as const]),
  ];
}

function pathOfObject(home: string, id: string): string | null {
  if (id.startsWith("cs_")) return `${home}/sessions/${id}`;
  return /^[0-9a-f-]{36}$/.test(id) ? `${home}/escrows/${id}` : null;
}

function Refused({ request, answer }: { request: WholeRequest; answer: string }): JSX.Element {
  const { error_code: code, body } = request;
  const known = code !== null && Object.hasOwn(ERRORS, code) ? ERRORS[code as ErrorCode] : null;
  return (
    <>
      <Section title={code ?? "Error"} lead={known?.message}>
        <JsonCode label="The answer" value={readJson(answer) ?? answer} />
      </Section>
      {body === null ? null : (
        <Section
          title="What was sent"
          lead={`Its first ${LIMITS.requestLogBodyBytes / 1024} KiB, without secrets, for ${REQUESTS_KEPT.bodyDays} days.`}
        >
          <Code label="Body of the request">{highlight(body)}</Code>
        </Section>
      )}
    </>
  );
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
