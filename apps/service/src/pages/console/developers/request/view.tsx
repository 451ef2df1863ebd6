/** One request of the API: what was asked, and why it was refused. */

import { API_PATH, ERRORS, type ErrorCode, LIMITS } from "@holdfast/contract";
import type { JSX } from "preact";
import { REQUESTS_KEPT } from "../../../../commands/request-log.js";
import type { ShownKey } from "../../../../identity/keys.js";
import type { WholeRequest } from "../../../../store/read/console/requests.js";
import { Code, highlight, JsonCode } from "../../../kit/code.js";
import { useWords } from "../../../kit/language.js";
import { Stamp } from "../../../kit/times.js";
import { Facts, PageHead, Section } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { Frame } from "../../frame.js";
import { Mono, span, statusText } from "../parts.js";
import { requestName } from "../request-id.js";
import { StatusMark } from "../status-mark.js";
import { requestWords } from "../words.js";

const keyName = (keys: readonly ShownKey[], lookup: string): string => {
  const key = keys.find((one) => one.lookup === lookup);
  return key === undefined ? `hf_${lookup}_****` : key.masked;
};

export function RequestPage({
  context,
  request,
  keys,
}: {
  context: ConsoleContext;
  request: WholeRequest;
  keys: readonly ShownKey[];
}): JSX.Element {
  const words = requestWords(context.locale);
  return (
    <Frame context={context} title={`${request.method} ${request.path.split("?", 1)[0]}`} entry="/requests">
      <PageHead
        title={`${request.method} ${request.path.split("?", 1)[0]}`}
        up={{ href: `${context.home}/requests`, label: words.title }}
        lead={
          <span class="flex flex-wrap items-center gap-2">
            <StatusMark status={request.status} /> <span lang="en">{statusText(request.status).slice(4)}</span>
          </span>
        }
      />
      <Section title={words.request}>
        <Facts rows={factsOf(context, request, keys)} />
      </Section>
      {request.answer === null ? null : <Refused request={request} answer={request.answer} />}
    </Frame>
  );
}

function factsOf(
  { home, locale }: ConsoleContext,
  request: WholeRequest,
  keys: readonly ShownKey[],
): readonly (readonly [string, JSX.Element | string])[] {
  const words = requestWords(locale);
  const { object_id: object, idempotency_key: idempotencyKey } = request;
  const objectPath = object === null ? null : pathOfObject(home, object);
  return [
    ["Request-Id", <Mono>{requestName(request.id)}</Mono>],
    [words.when, <Stamp at={request.created} />],
    [words.pathName, <Mono>{API_PATH + request.path}</Mono>],
    [words.took, span(request.duration_ms, locale)],
    [words.key, <Mono>{keyName(keys, request.key_lookup)}</Mono>],
    ...(idempotencyKey === null ? [] : [["Idempotency-Key", <Mono>{idempotencyKey}</Mono>] as const]),
    ...(request.is_replay ? [[words.isReplay, words.isReplayText] as const] : []),
    ...(object === null
      ? []
      : [
          [
            words.response,
            objectPath === null ? (
              <Mono>{object}</Mono>
            ) : (
              <a class="link link-primary" href={objectPath}>
                <Mono>{object}</Mono>
              </a>
            ),
          ] as const,
        ]),
    [words.from, request.address],
    ...(request.user_agent === "" ? [] : [["User-Agent", <Mono>{request.user_agent}</Mono>] as const]),
  ];
}

function pathOfObject(home: string, id: string): string | null {
  if (id.startsWith("cs_")) return `${home}/sessions/${id}`;
  return /^[0-9a-f-]{36}$/.test(id) ? `${home}/escrows/${id}` : null;
}

function Refused({ request, answer }: { request: WholeRequest; answer: string }): JSX.Element {
  const words = useWords(requestWords);
  const { error_code: code, body } = request;
  const known = code !== null && Object.hasOwn(ERRORS, code) ? ERRORS[code as ErrorCode] : null;
  return (
    <>
      <Section title={code ?? words.error} lead={known === null ? undefined : <span lang="en">{known.message}</span>}>
        <JsonCode label={words.responseBody} value={readJson(answer) ?? answer} />
      </Section>
      {body === null ? null : (
        <Section
          title={words.requestBody}
          lead={words.requestBodyLead({ kibibytes: LIMITS.requestLogBodyBytes / 1024, days: REQUESTS_KEPT.bodyDays })}
        >
          <Code label={words.bodyOfRequest}>{highlight(body)}</Code>
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
