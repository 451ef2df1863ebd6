/**
 * Asks Paystack, and says what its answer means to us; knows nothing of what is asked. There are no idempotency keys: a
 * transaction and a transfer are protected by their references, and a refund by nothing.
 */
import { type HttpClient, jsonIn, type Response, refusalOf } from "../http-client.js";
import type { Unreachable } from "../port.js";
import { type Json, objectOf, textOr } from "./answers.js";

/** Understood, which says nothing of money: that stands in `data.status`. `data`: an object or a list. */
type Done = { readonly kind: "done"; readonly data: unknown; readonly meta: Json };
/** Nothing was done. `code` is one of Paystack's, or what we make of its words: those are not handed on. */
type Refused = { readonly kind: "refused"; readonly code: string };
export type Answer = Done | Refused | Unreachable;

export type PaystackClient = {
  /** @param query what is null is left out. */
  get(path: string, query?: Readonly<Record<string, string | null>>): Promise<Answer>;
  post(path: string, body: Json): Promise<Answer>;
  /** All of a list, as far as {@link PAGES_MAX} pages reach; beyond that it is unknown. */
  list(path: string, query: Readonly<Record<string, string | null>>): Promise<readonly Json[] | Unreachable>;
};

export type Access = {
  readonly httpClient: Pick<HttpClient, "ask">;
  readonly origin: string;
  readonly key: string;
  readonly isLive: boolean;
};

const JSON_TYPE = "application/json";
const PAGE = 100;
const PAGES_MAX = 20;

export function openClient(access: Access): PaystackClient {
  const { httpClient, origin, key } = access;
  const headers = { authorization: `Bearer ${key}`, accept: JSON_TYPE };
  const get: PaystackClient["get"] = async (path, query = {}) => {
    const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== null);
    const text = new URLSearchParams(given).toString();
    const url = `${origin}${path}${text === "" ? "" : `?${text}`}`;
    return readAnswer(await httpClient.ask({ method: "GET", url, headers, body: null }), access);
  };
  return {
    get,
    post: async (path, value) => {
      const body = JSON.stringify(value);
      const typed = { ...headers, "content-type": JSON_TYPE };
      return readAnswer(await httpClient.ask({ method: "POST", url: origin + path, headers: typed, body }), access);
    },
    list: async (path, query) => {
      const all: Json[] = [];
      for (let page = 1; page <= PAGES_MAX; page += 1) {
        const answer = await get(path, { ...query, perPage: String(PAGE), page: String(page) });
        if (answer.kind !== "done") return unread(answer);
        const found = Array.isArray(answer.data) ? answer.data.map(objectOf) : null;
        if (found === null) return { kind: "unreachable", reason: "its list can't be read" };
        all.push(...found);
        if (found.length < PAGE) return all;
      }
      return { kind: "unreachable", reason: "there is too much to look through" };
    },
  };
}

/** What was asked to be read, and was not. */
export const unread = (answer: Exclude<Answer, Done>): Unreachable =>
  answer.kind === "unreachable" ? answer : { kind: "unreachable", reason: `it does not tell (${answer.code})` };

function readAnswer(answer: Response | Unreachable, { isLive }: Access): Answer {
  if (answer.kind === "unreachable") return answer;
  const unknown = refusalOf(answer);
  if (unknown !== null) return unknown;
  const told = jsonIn(answer);
  if (told === null || typeof told["status"] !== "boolean")
    return { kind: "unreachable", reason: "its answer can't be read" };
  if (!told["status"] || answer.status >= 400) return { kind: "refused", code: codeOf(told, answer.status) };
  const { data } = told;
  const { domain } = objectOf(Array.isArray(data) ? data[0] : data);
  if (typeof domain === "string" && domain !== (isLive ? "live" : "test"))
    return { kind: "unreachable", reason: `it answered in ${isLive ? "test" : "live"} mode`, cause: "key" };
  return { kind: "done", data, meta: objectOf(told["meta"]) };
}

/** What Paystack says in words alone, as its older answers do. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/duplicate|already exist/i, "duplicate_reference"],
  [/balance|insufficient/i, "insufficient_balance"],
  [/not found|invalid transaction/i, "not_found"],
];

/** Never a message of theirs: that may repeat an address or an account. */
function codeOf(told: Json, status: number): string {
  const code = textOr(told["code"], "");
  const message = textOr(told["message"], "");
  const known = WORDS.find(([words]) => words.test(code.replaceAll("_", " ")) || words.test(message));
  if (known !== undefined) return known[1];
  if (/^[a-z][a-z_]{0,59}$/.test(code)) return code;
  return status === 404 ? "not_found" : "unknown";
}
