/** What is said about what was typed, and about what was done: closed tables, never text from an address. */
import { PASSWORD_MIN } from "../../../identity/passwords.js";
import type { Problems, SellerField, SellerProblem } from "../../../identity/seller-outcome.js";

const SENTENCES: Readonly<Record<SellerProblem, string>> = {
  email_invalid: "Enter an email address, such as ada@example.com.",
  name_missing: "Enter your name.",
  name_long: "Enter a name of at most 120 characters.",
  trading_name_missing: "Enter the name your buyers know you by.",
  trading_name_long: "Enter a name of at most 255 characters.",
  password_short: "Choose a password of at least 10 characters.",
  password_long: "Choose a password of at most 128 characters.",
  password_common: "This password is too common and easy to guess. Choose another one.",
  password_is_address: "Choose a password that isn’t your email address.",
  too_many_codes: "Too many codes were requested. Wait 15 minutes, then try again.",
  too_many_tries: "Too many tries. Wait 15 minutes, then try again.",
  credentials_wrong: "Incorrect email or password.",
  password_wrong: "Incorrect password.",
  code_malformed: "Enter the whole code from the email or your app.",
  code_wrong: "Incorrect code.",
  code_spent: "That code was entered wrongly too often. Request a new one.",
  code_expired: "That code no longer works. Start again.",
  code_used: "That code was already used. Wait for the next one in your app.",
  factor_blocked:
    "Too many wrong codes. Choose a new password to continue: sign out, then use “Forgot your password?”.",
  passkey_wrong: "We couldn’t check your passkey. Try again.",
  passkey_name: "Enter a name of 1 to 80 characters.",
  too_many_accounts: "You’ve reached today’s limit for new accounts. Try again tomorrow.",
  busy: "Many people are signing in right now. Try again in a few seconds.",
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

export const PASSWORD_HINT = `At least ${PASSWORD_MIN} characters. A few unrelated words work best.`;
