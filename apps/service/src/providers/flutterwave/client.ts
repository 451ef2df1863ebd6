/**
 * Asks Flutterwave (v3), and says what its answer means to us; knows nothing of what is asked. There are no idempotency keys:
 * a transfer is protected by its reference, and a refund by nothing.
 */
import { isUnreachable } from "../answers.js";
import { type HttpClient, jsonIn, type Response, refusalOf } from "../http-client.js";
import type { Unreachable } from "../port.js";
import { type Json, listOf, objectOf, textOr } from "./answers.js";

/** Understood, which says nothing of money: that stands in `data.status`. `data`: an object, a list, or null. */
type Done = { readonly kind: "done"; readonly data: unknown; readonly pages: number };
/** Nothing was done. `code` is what we make of its words: those are not handed on. */
type Refused = { readonly kind: "refused"; readonly code: Code };
type Code = "duplicate" | "short" | "not_found" | "unknown";
export type Answer = Done | Refused | Unreachable;

type Query = Readonly<Record<string, string>>;

export type FlutterwaveClient = {
  get(path: string, query?: Query): Promise<Answer>;
  post(path: string, body: Json): Promise<Answer>;
  /** All of a list, as far as {@link PAGES_MAX} pages reach; beyond that it is unknown. */
  list(path: string, query: Query): Promise<readonly Json[] | Unreachable>;
};

export type Access = {
  readonly httpClient: Pick<HttpClient, "ask">;
  readonly origin: string;
  readonly key: string;
};

const JSON_TYPE = "application/json";
const PAGES_MAX = 50;

export function openClient({ httpClient, origin, key }: Access): FlutterwaveClient {
  const headers = { authorization: `Bearer ${key}`, accept: JSON_TYPE };
  const get: FlutterwaveClient["get"] = async (path, query = {}) => {
    const text = new URLSearchParams(query).toString();
    const url = `${origin}${path}${text === "" ? "" : `?${text}`}`;
    return readAnswer(await httpClient.ask({ method: "GET", url, headers, body: null }));
  };
  return {
    get,
    post: async (path, value) => {
      const typed = { ...headers, "content-type": JSON_TYPE };
      const body = JSON.stringify(value);
      return readAnswer(await httpClient.ask({ method: "POST", url: origin + path, headers: typed, body }));
    },
    list: async (path, query) => {
      const all: Json[] = [];
      for (let page = 1; page <= PAGES_MAX; page += 1) {
        const answer = await get(path, { ...query, page: String(page) });
        if (answer.kind === "refused" && answer.code === "not_found") return all;
        if (answer.kind !== "done") return unread(answer);
        all.push(...listOf(answer.data ?? []));
        if (page >= answer.pages) return all;
      }
      return { kind: "unreachable", reason: "there is too much to look through" };
    },
  };
}

/** What was asked to be read, and was not. */
export const unread = (answer: Exclude<Answer, Done>): Unreachable =>
  isUnreachable(answer) ? answer : { kind: "unreachable", reason: `it does not tell (${answer.code})` };

function readAnswer(answer: Response | Unreachable): Answer {
  if (answer.kind === "unreachable") return answer;
  const unknown = refusalOf(answer);
  if (unknown !== null) return unknown;
  const told = jsonIn(answer);
  const status = textOr(told?.["status"], "");
  if (told === null || !(status === "success" || status === "error"))
    return { kind: "unreachable", reason: "its answer can't be read" };
  if (status === "error" || answer.status >= 400) return { kind: "refused", code: codeOf(told, answer.status) };
  const pages = objectOf(objectOf(told["meta"])["page_info"])["total_pages"];
  return { kind: "done", data: told["data"], pages: typeof pages === "number" ? pages : 1 };
}

/** Flutterwave says what is wrong in words alone. */
const WORDS: readonly (readonly [RegExp, Code])[] = [
  [/duplicate|already exist/i, "duplicate"],
  [/insufficient|balance|not enough/i, "short"],
  [/not found|no transaction|no transfer|invalid transaction|does not exist/i, "not_found"],
];

export const isShort = (words: string): boolean => WORDS[1]?.[0].test(words) === true;

/** Never a message of theirs: that may repeat an address or an account. */
function codeOf(told: Json, status: number): Code {
  const message = textOr(told["message"], "");
  return WORDS.find(([words]) => words.test(message))?.[1] ?? (status === 404 ? "not_found" : "unknown");
}
