/** Asks MTN MoMo, and says what its answer means to us: knows nothing of what is asked. Each product has a token of its own. */
import { monotonicMs } from "../../platform/clock.js";
import { isUnreachable, type Json, objectOf, textOr } from "../answers.js";
import { type HttpClient, jsonIn, type Request, type Response, refusalOf } from "../http-client.js";
import type { Unreachable } from "../port.js";
import type { MomoSettings, Product } from "./settings.js";

export type Answer =
  /** Taken (202), which says nothing of money; or what was asked to be read. */
  | { readonly kind: "done"; readonly value: Json }
  /** Not taken, by what MTN says. */
  | { readonly kind: "refused"; readonly code: string }
  | Unreachable;

export type MomoClient = {
  get(product: Product, path: string): Promise<Answer>;
  /** @param id of what is asked for: a UUID of version 4, under which MTN does it once. */
  post(product: Product, path: string, asked: { readonly id: string; readonly body: Json }): Promise<Answer>;
};

export type Access = Pick<MomoSettings, "target" | "collection" | "disbursement" | "apiBase"> & {
  readonly httpClient: Pick<HttpClient, "ask">;
  /** Null without https: then MTN calls nobody back. */
  readonly callbackUrl: () => string | null;
};

const JSON_TYPE = "application/json";
/** A token is given up so long before it ends. */
const EARLY_MS = 60_000;

type Sent = Pick<Request, "method" | "body"> & {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
};

export function openClient(access: Access): MomoClient {
  const { httpClient, apiBase, target, callbackUrl } = access;
  const tokens = { collection: openToken(access, "collection"), disbursement: openToken(access, "disbursement") };
  const ask = async (product: Product, sent: Sent): Promise<Response | Unreachable> => {
    for (let isAgain = false; ; isAgain = true) {
      const token = await tokens[product].read();
      // Nothing but a token was asked for.
      if (typeof token !== "string") return { ...token, isUndone: true };
      const headers = {
        ...sent.headers,
        accept: JSON_TYPE,
        authorization: `Bearer ${token}`,
        "x-target-environment": target,
        "ocp-apim-subscription-key": access[product].subscriptionKey,
      };
      const { method, body } = sent;
      const answer = await httpClient.ask({ method, url: `${apiBase}/${product}/v1_0${sent.path}`, headers, body });
      if (isUnreachable(answer) || answer.status !== 401 || isAgain) return answer;
      // It may have been taken back: what is answered so was not done.
      tokens[product].forget(token);
    }
  };
  return {
    get: async (product, path) => readAnswer(await ask(product, { method: "GET", path, headers: {}, body: null }), 200),
    post: async (product, path, { id, body }) => {
      const url = callbackUrl();
      const headers = {
        "content-type": JSON_TYPE,
        "x-reference-id": id,
        ...(url === null ? {} : { "x-callback-url": url }),
      };
      return readAnswer(await ask(product, { method: "POST", path, headers, body: JSON.stringify(body) }), 202);
    },
  };
}

type Token = { read(): Promise<string | Unreachable>; forget(token: string): void };

/** One for all who ask at a time. */
function openToken({ httpClient, apiBase, ...access }: Access, product: Product): Token {
  const { subscriptionKey, apiUser, apiKey } = access[product];
  let kept: { readonly token: string; readonly until: number } | null = null;
  let asked: Promise<string | Unreachable> | null = null;
  const renew = async (): Promise<string | Unreachable> => {
    const answer = await httpClient.ask({
      method: "POST",
      url: `${apiBase}/${product}/token/`,
      headers: {
        accept: JSON_TYPE,
        authorization: `Basic ${Buffer.from(`${apiUser}:${apiKey}`).toString("base64")}`,
        "ocp-apim-subscription-key": subscriptionKey,
      },
      body: "",
    });
    const told = readAnswer(answer, 200);
    if (told.kind === "unreachable") return told;
    const token = told.kind === "done" ? textOr(told.value["access_token"], null) : null;
    const seconds = told.kind === "done" ? told.value["expires_in"] : null;
    if (token === null || typeof seconds !== "number") return { kind: "unreachable", reason: "it gives no token" };
    kept = { token, until: monotonicMs() + seconds * 1000 - EARLY_MS };
    return token;
  };
  return {
    read: async () => {
      if (kept !== null && monotonicMs() < kept.until) return kept.token;
      asked ??= renew().finally(() => {
        asked = null;
      });
      return asked;
    },
    forget: (token) => {
      if (kept?.token === token) kept = null;
    },
  };
}

/** MTN says these with 500, too: they tell of what was asked, and not of itself. */
const OF_OURS: ReadonlySet<string> = new Set([
  "INVALID_CURRENCY",
  "NOT_ALLOWED",
  "NOT_ALLOWED_TARGET_ENVIRONMENT",
  "NOT_ENOUGH_FUNDS",
  "PAYEE_NOT_ALLOWED_TO_RECEIVE",
  "PAYEE_NOT_FOUND",
  "PAYER_NOT_FOUND",
]);

function readAnswer(answer: Response | Unreachable, good: 200 | 202): Answer {
  if (answer.kind === "unreachable") return answer;
  const value = jsonIn(answer);
  const code = codeIn(value?.["code"]);
  if (answer.status === 500 && OF_OURS.has(code)) return { kind: "refused", code };
  const unknown = refusalOf(answer);
  if (unknown !== null) return unknown;
  if (answer.status === 404) return { kind: "refused", code: "RESOURCE_NOT_FOUND" };
  if (answer.status >= 400) return { kind: "refused", code };
  const isTaken = answer.status === good && (good === 202 || value !== null);
  return isTaken
    ? { kind: "done", value: objectOf(value) }
    : { kind: "unreachable", reason: "its answer can't be read" };
}

/** As MTN writes its codes; never its messages, which may repeat a number. */
export const codeIn = (value: unknown): string =>
  typeof value === "string" && /^[A-Z][A-Z_]{0,79}$/.test(value) ? value : "UNKNOWN";

/** What was asked to be read, and was not. */
export const unread = (answer: Exclude<Answer, { kind: "done" }>): Unreachable =>
  answer.kind === "unreachable" ? answer : { kind: "unreachable", reason: `it does not tell (${answer.code})` };
