/** What the verbs of sellers share: who asks, what came of it, and the tokens behind cookies. */
import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { Queryable } from "../platform/database.js";
import { token, uuidv7 } from "../platform/random.js";
import type { Seal } from "../platform/seal.js";
import { type NewSellerSession, SESSION_DAYS_MAX } from "../store/identity/sellers.js";
import { networkOf } from "./authenticate.js";
import type { Cookies } from "./cookies.js";
import { type PasswordProblem, PasswordsBusy } from "./passwords.js";

/** A request that is about a seller's sign-in: its headers, and where it comes from. */
export type SellerAsking = { readonly headers: IncomingHttpHeaders; readonly address: string };

/** Why something that was typed did not get anywhere. */
export type SellerProblem =
  | PasswordProblem
  | "email_invalid"
  | "name_missing"
  | "name_long"
  | "trading_name_missing"
  | "trading_name_long"
  /** As many codes as may be sent to the address, or be asked for from the network, were. */
  | "too_many_codes"
  /** As many passwords or second factors as may be tried were. */
  | "too_many_tries"
  /** Address or password: which of them is nobody's business. */
  | "credentials_wrong"
  | "password_wrong"
  | "code_malformed"
  | "code_wrong"
  /** All tries are used up. */
  | "code_spent"
  /** There is no step that this browser is at: it ran out, was done, or belongs to another browser. */
  | "code_expired"
  /** Of a second factor: taken before. */
  | "code_used"
  /** As many accounts as may be opened in a day were. */
  | "too_many_accounts"
  /** Too many passwords are being looked at. */
  | "busy";

/** The field of the form that it is about. */
export type SellerField = "email" | "name" | "trading_name" | "password" | "new_password" | "code";
export type Problems = Readonly<Partial<Record<SellerField, SellerProblem>>>;

/** No problems: it is done. */
export type SellerOutcome = { readonly problems: Problems; readonly cookies: readonly string[] };

export const DONE: SellerOutcome = { problems: {}, cookies: [] };
export const failed = (field: SellerField, problem: SellerProblem): SellerOutcome => ({
  problems: { [field]: problem },
  cookies: [],
});
export const isDone = ({ problems }: { readonly problems: Problems }): boolean => Object.keys(problems).length === 0;

export type SellerParts = {
  readonly db: Queryable;
  readonly cookies: Cookies;
  /** For codes of sellers alone. */
  readonly codeKey: Buffer;
  /** For marks of browsers that are known alone. */
  readonly markKey: Buffer;
  /** @throws DatabaseUnavailable while nobody knows whether its key is the right one. */
  readonly seal: () => Promise<Seal>;
};

const TOKEN_LENGTH = 43; // 256 bits
const TOKEN = /^[0-9A-Za-z]{43}$/;
const USER_AGENT_MAX = 300;

export const newToken = (): string => token(TOKEN_LENGTH);
export const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();

export function hashOfCookie(
  { cookies }: Pick<SellerParts, "cookies">,
  headers: IncomingHttpHeaders,
  name: "seller" | "seller_step",
): Buffer | null {
  const value = cookies.read(headers, name);
  return value !== null && TOKEN.test(value) ? sha256(value) : null;
}

/** A session with a new token, whatever the browser had before, and the cookies that go with it. */
export function newSession(
  parts: Pick<SellerParts, "cookies">,
  { headers, address }: SellerAsking,
): { readonly session: NewSellerSession; readonly cookies: readonly string[] } {
  const secret = newToken();
  const userAgent = String(headers["user-agent"] ?? "").replaceAll(/[^\x20-\x7e]/g, "");
  return {
    session: {
      tokenHash: sha256(secret),
      id: uuidv7(),
      userAgent: userAgent.slice(0, USER_AGENT_MAX),
      network: networkOf(address),
      replaces: hashOfCookie(parts, headers, "seller"),
    },
    cookies: [
      parts.cookies.write("seller", secret, SESSION_DAYS_MAX * 86_400),
      ...(parts.cookies.read(headers, "seller_step") === null ? [] : [parts.cookies.clear("seller_step")]),
    ],
  };
}

/** The outcome of work that looks at passwords, of which only so many are looked at. */
export async function unlessBusy<Outcome extends SellerOutcome>(
  work: () => Promise<Outcome>,
): Promise<Outcome | SellerOutcome> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PasswordsBusy) return failed("password", "busy");
    throw error;
  }
}

/** One line of text as a person goes by; null for nothing but spaces. */
export const readName = (typed: string): string | null => {
  const name = typed.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
  return name === "" ? null : name;
};

export const NAME_MAX = 120;
export const TRADING_NAME_MAX = 255;

/** What is wrong with the names of a form; `tradingName` is undefined where none is asked for. */
export function checkNames(name: string | undefined, tradingName: string | undefined): Problems {
  const own = name === undefined ? "" : readName(name);
  const trading = tradingName === undefined ? "" : readName(tradingName);
  return {
    ...(own === null ? { name: "name_missing" as const } : {}),
    ...(own !== null && own.length > NAME_MAX ? { name: "name_long" as const } : {}),
    ...(trading === null ? { trading_name: "trading_name_missing" as const } : {}),
    ...(trading !== null && trading.length > TRADING_NAME_MAX ? { trading_name: "trading_name_long" as const } : {}),
  };
}
