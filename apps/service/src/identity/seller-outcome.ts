/** What came of what a seller asked for, and what is wrong with what was typed. */
import type { EmailProblem } from "../domain/email.js";
import { plainLine } from "../domain/names.js";
import { PasswordsBusy } from "./hash-queue.js";
import type { PasswordProblem } from "./passwords.js";
import { isReservedName } from "./reserved-name.js";

/** Why something that was typed did not get anywhere. */
export type SellerProblem =
  | PasswordProblem
  | EmailProblem
  | "name_missing"
  | "name_long"
  | "trading_name_missing"
  | "trading_name_long"
  /** Ours, or looks like it. */
  | "trading_name_ours"
  /** As many codes as may be sent to the address, or be asked for from the network, were. */
  | "too_many_codes"
  /** The same, for the day. */
  | "too_many_codes_today"
  /** As many second factors as may be tried were. */
  | "too_many_tries"
  /** The same of passwords, at the address or from the network. */
  | "too_many_passwords"
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
  /** As many codes were wrong as may be until the password is a new one. */
  | "factor_blocked"
  /** What a browser answered for a passkey proves nothing, or was taken before. */
  | "passkey_wrong"
  /** No name, or one that is too long. */
  | "passkey_name"
  /** As many accounts as may be opened in a day were. */
  | "too_many_accounts"
  /** Too many passwords are being looked at. */
  | "busy";

/** The field of the form that it is about. */
export type SellerField = "email" | "name" | "trading_name" | "password" | "new_password" | "code" | "passkey_name";
export type Problems = Readonly<Partial<Record<SellerField, SellerProblem>>>;

/** No problems: it is done. */
export type SellerOutcome = { readonly problems: Problems; readonly cookies: readonly string[] };

export const DONE: SellerOutcome = { problems: {}, cookies: [] };
export const failed = (field: SellerField, problem: SellerProblem): SellerOutcome => ({
  problems: { [field]: problem },
  cookies: [],
});
export const isDone = ({ problems }: { readonly problems: Problems }): boolean => Object.keys(problems).length === 0;

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

/** One line of text as a person goes by; null for nothing that is seen. */
export const readName = (typed: string): string | null => {
  const name = plainLine(typed);
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
    ...(trading !== null && isReservedName(trading) ? { trading_name: "trading_name_ours" as const } : {}),
  };
}
