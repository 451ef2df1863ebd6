/** What is said about what was typed, and about what was done: closed tables, never text from an address. */
import { PASSWORD_MIN } from "../../../identity/passwords.js";
import type { Problems, SellerField, SellerProblem } from "../../../identity/seller-outcome.js";

const SENTENCES: Readonly<Record<SellerProblem, string>> = {
  email_invalid: "Enter an email address, such as ada@example.com.",
  name_missing: "Enter your name.",
  name_long: "Enter a name of at most 120 characters.",
  trading_name_missing: "Enter the name that your buyers know you by.",
  trading_name_long: "Enter a name of at most 255 characters.",
  password_short: "Choose a password of at least 10 characters.",
  password_long: "Choose a password of at most 128 characters.",
  password_common: "Many people use this password, so it is guessed first. Choose another one.",
  password_is_address: "Choose a password that is not your address.",
  too_many_codes: "Too many codes have been asked for. Wait a quarter of an hour, then try again.",
  too_many_tries: "That was tried too often. Wait a quarter of an hour, then try again.",
  credentials_wrong: "Address or password is wrong.",
  password_wrong: "That is not your password.",
  code_malformed: "Enter the whole code, as the mail or your app shows it.",
  code_wrong: "That code is wrong.",
  code_spent: "That code was wrong too often. Ask for a new one.",
  code_expired: "That code no longer works. Begin again.",
  code_used: "That code was used already. Wait for the next one in your app.",
  factor_blocked:
    "Too many codes were wrong. Choose a new password to go on: sign out, then use “Forgot your password?”.",
  passkey_wrong: "Your passkey could not be checked. Try again.",
  passkey_name: "Enter a name of 1 to 80 characters.",
  too_many_accounts: "You opened as many accounts today as one may. Try again tomorrow.",
  busy: "Many people are signing in just now. Try again in a few seconds.",
};

/** The sentence about a field; null when it is all right. */
export function sentenceAbout(problems: Problems, field: SellerField): string | null {
  const problem = problems[field];
  return problem === undefined ? null : SENTENCES[problem];
}

/** Of a page that shows these problems. */
export function statusOf(problems: Problems): number {
  const all = Object.values(problems);
  if (all.includes("busy")) return 503;
  return all.some((problem) => problem.startsWith("too_many")) ? 429 : 422;
}

export const PASSWORD_HINT = `At least ${PASSWORD_MIN} characters. A few words that only you put together are best.`;
