/**
 * Asks Stripe: writes a request as Stripe reads it, and says what its answer means to us. Knows of keys, versions, modes and
 * errors, and nothing of what is asked.
 *
 * Stripe keeps what it answered under an Idempotency-Key for 24 hours, errors with status 500 too. So what is refused, or was
 * answered before under a key with an error or for another body, is first looked for, and only what is not there is asked for
 * under a further key ({@link StripeClient.once}).
 */
import { randomUUID } from "node:crypto";
import { type HttpClient, jsonIn, type Request, type Response, refusalOf } from "../http-client.js";
import type { Unreachable } from "../port.js";
import { type Json, type List, listIn, objectOr, textOr } from "./answers.js";
import { encodeForm, type Form } from "./form.js";

/** The version that every request names, and that webhook endpoints have to be made with. */
export const STRIPE_VERSION = "2026-08-26.dahlia";

type Done = { readonly kind: "done"; readonly object: Json };
/** Stripe understood and said no. `code` is one of its own, `declineCode` that of a card's bank. */
type Refused = { readonly kind: "refused"; readonly code: string; readonly declineCode: string | null };
/** Answered under the key before, with an error or for another body. */
type Spent = { readonly kind: "spent"; readonly reason: string };

export type Answer = Done | Refused | Unreachable;
export type Found = Json | null | Unreachable;

export type StripeClient = {
  /** @param account a seller's, by Stripe's id, of which it is asked; left out for ours. */
  get(path: string, query?: Form, account?: string): Promise<Answer>;
  /** What may be done twice, such as calling off. */
  post(path: string, form: Form): Promise<Answer>;
  /** Hands a file in; twice makes two, of which only the one that is named afterwards counts. */
  upload(fields: Readonly<Record<string, string>>, file: UploadedFile): Promise<Answer>;
  /** What may be done once. `find` says whether it was. */
  once(order: Once): Promise<Answer>;
  /** The first object of a list that fits, the newest first; null when none does. Follows at most {@link PAGES_MAX} pages. */
  search(path: string, query: Form, fits: (object: Json) => boolean): Promise<Found>;
  page(path: string, query: Form): Promise<(List & { readonly kind: "list" }) | Unreachable>;
};

type UploadedFile = { readonly name: string; readonly type: string; readonly content: Uint8Array };

type Once = {
  readonly path: string;
  readonly form: Form;
  readonly key: string;
  readonly find: () => Promise<Found>;
};

export type Access = {
  readonly httpClient: Pick<HttpClient, "ask">;
  readonly origin: string;
  readonly filesOrigin: string;
  readonly key: string;
  readonly isLive: boolean;
};

/** Of a hundred objects each: some thousand payments a minute, as far as a look-up reaches. */
const PAGES_MAX = 30;
const PAGE_SIZE = 100;
/** How many keys are tried under which Stripe has kept an error. */
const KEYS_MAX = 4;

export function openClient(access: Access): StripeClient {
  const ask = async (request: Ask): Promise<Answer | Spent> =>
    readAnswer(await access.httpClient.ask(written(access, request)), access);
  const plain = async (request: Ask): Promise<Answer> => {
    const answer = await ask(request);
    return answer.kind === "spent" ? { kind: "unreachable", reason: answer.reason } : answer;
  };
  const get: StripeClient["get"] = (path, query = {}, account) =>
    plain({ method: "GET", path, form: query, ...(account === undefined ? {} : { account }) });
  const page: StripeClient["page"] = async (path, query) => {
    const answer = await get(path, { limit: PAGE_SIZE, ...query });
    if (answer.kind === "done") return { kind: "list", ...listIn(answer.object) };
    return answer.kind === "refused" ? { kind: "unreachable", reason: `it lists nothing (${answer.code})` } : answer;
  };
  return {
    get,
    page,
    post: (path, form) => plain({ method: "POST", path, form }),
    upload: async (fields, file) => {
      const answer = readAnswer(await access.httpClient.ask(uploaded(access, fields, file)), access);
      return answer.kind === "spent" ? { kind: "unreachable", reason: answer.reason } : answer;
    },
    once: (order) => once(ask, order),
    async search(path, query, fits) {
      let after: string | undefined;
      for (let pages = 0; pages < PAGES_MAX; pages += 1) {
        const answer = await page(path, { ...query, starting_after: after });
        if (answer.kind === "unreachable") return answer;
        const found = answer.objects.find(fits);
        if (found !== undefined) return found;
        after = textOr(answer.objects.at(-1), "id", null) ?? undefined;
        if (!answer.hasMore || after === undefined) return null;
      }
      return { kind: "unreachable", reason: "there is too much to look through" };
    },
  };
}

type Ask = {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly form: Form;
  readonly key?: string;
  readonly account?: string;
};

async function once(ask: (request: Ask) => Promise<Answer | Spent>, { path, form, key, find }: Once): Promise<Answer> {
  for (let nth = 1; nth <= KEYS_MAX; nth += 1) {
    const answer = await ask({ method: "POST", path, form, key: nth === 1 ? key : `${key}:${nth}` });
    if (answer.kind !== "refused" && answer.kind !== "spent") return answer;
    const found = await find();
    if (isUnreachable(found)) return { kind: "unreachable", reason: found.reason };
    if (found !== null) return { kind: "done", object: found };
    if (answer.kind === "refused") return answer;
  }
  return { kind: "unreachable", reason: "it keeps answering with an error of before" };
}

export const isUnreachable = (found: unknown): found is Unreachable =>
  typeof found === "object" && found !== null && (found as { kind?: unknown }).kind === "unreachable";

function written({ origin, key: secret }: Access, { method, path, form, key, account }: Ask): Request {
  const text = encodeForm(form);
  const headers = {
    authorization: `Bearer ${secret}`,
    "stripe-version": STRIPE_VERSION,
    accept: "application/json",
    ...(key === undefined ? {} : { "idempotency-key": key }),
    ...(account === undefined ? {} : { "stripe-account": account }),
  };
  if (method === "GET") {
    return { method, url: `${origin}/v1${path}${text === "" ? "" : `?${text}`}`, headers, body: null };
  }
  const type = { "content-type": "application/x-www-form-urlencoded" };
  return { method, url: `${origin}/v1${path}`, headers: { ...headers, ...type }, body: text };
}

/** A file as a form of several parts (RFC 7578). */
function uploaded(
  { filesOrigin, key }: Access,
  fields: Readonly<Record<string, string>>,
  { name, type, content }: UploadedFile,
): Request {
  const boundary = `holdfast-${randomUUID()}`;
  const plain = (text: string): string => text.replaceAll(/[\r\n"\\]/g, "_");
  const head = Object.entries(fields).map(
    ([field, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  );
  const fileHead = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${plain(name)}"\r\ncontent-type: ${type}\r\n\r\n`;
  return {
    method: "POST",
    url: `${filesOrigin}/v1/files`,
    headers: {
      authorization: `Bearer ${key}`,
      "stripe-version": STRIPE_VERSION,
      accept: "application/json",
      "content-type": `multipart/form-data; boundary=${boundary}`,
    },
    body: Buffer.concat([Buffer.from(head.join("") + fileHead), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}

function readAnswer(answer: Response | Unreachable, { isLive }: Access): Answer | Spent {
  if (answer.kind === "unreachable") return answer;
  const told = (what: string): string => {
    const request = answer.headers["request-id"];
    return request === undefined ? what : `${what} (${request.slice(0, 60)})`;
  };
  if (answer.status >= 500 && answer.headers["idempotent-replayed"] === "true") {
    return { kind: "spent", reason: told(`it answers with HTTP ${answer.status} of before`) };
  }
  const shutOut = shutOutIn(answer);
  if (shutOut !== null) return shutOut;
  const unknown = refusalOf(answer);
  if (unknown !== null) return { ...unknown, reason: told(unknown.reason) };
  const object = jsonIn(answer);
  if (object === null) return { kind: "unreachable", reason: told("its answer can't be read") };
  return answer.status === 200 ? readObject(object, { isLive, told }) : readRefusal(object, told);
}

/** A seller's account that has shut us out, or is gone: that says nothing of our key. */
const SHUT_OUT = "account_invalid";

function shutOutIn(answer: Response): Refused | null {
  if (answer.status !== 403) return null;
  const error = objectOr(jsonIn(answer) ?? {}, "error") ?? {};
  return textOr(error, "code", null) === SHUT_OUT ? { kind: "refused", code: SHUT_OUT, declineCode: null } : null;
}

type Told = (what: string) => string;

function readObject(
  object: Json,
  { isLive, told }: { readonly isLive: boolean; readonly told: Told },
): Done | Unreachable {
  // Everything that Stripe answers says what it is.
  if (textOr(object, "object", null) === null) return { kind: "unreachable", reason: told("its answer can't be read") };
  if (typeof object["livemode"] === "boolean" && object["livemode"] !== isLive) {
    return { kind: "unreachable", reason: told(`it answered in ${isLive ? "test" : "live"} mode`), cause: "key" };
  }
  return { kind: "done", object };
}

/** Stripe's own message is not handed on: it may repeat what it was told, such as an address. */
function readRefusal(object: Json, told: Told): Refused | Unreachable | Spent {
  const error = objectOr(object, "error") ?? {};
  const type = textOr(error, "type", null);
  if (type === null) return { kind: "unreachable", reason: told("its refusal can't be read") };
  if (type === "idempotency_error") return { kind: "spent", reason: told("it knows the key by another body") };
  return { kind: "refused", code: textOr(error, "code", type), declineCode: textOr(error, "decline_code", null) };
}
