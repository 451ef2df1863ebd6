/** What an attempt to sign in came to, on its way from the action to the page that it leads back to: one short-lived cookie. */
import type { SignInProblem } from "../../identity/buyers.js";

export type Notice = {
  readonly problem: SignInProblem;
  /** The address as it was typed, to be put right. */
  readonly typed: string;
  /** Until another code is sent, where too many were. */
  readonly waitSeconds?: number | undefined;
};

/** For as long as a redirect may take. */
export const NOTICE_SECONDS = 60;

const PROBLEMS = {
  email_invalid: true,
  email_letters: true,
  too_many_codes: true,
  code_malformed: true,
  code_wrong: true,
  code_spent: true,
  code_expired: true,
} as const satisfies Record<SignInProblem, true>;

const TYPED_BYTES_MAX = 300;

export const writeNotice = ({ problem, typed, waitSeconds }: Notice): string =>
  `${problem}.${Buffer.from(typed).subarray(0, TYPED_BYTES_MAX).toString("base64url")}${waitSeconds === undefined ? "" : `.${waitSeconds}`}`;

/** Null for what none of ours can be: anybody can make up a cookie in their own browser. */
export function readNotice(value: string): Notice | null {
  const [problem = "", typed = "", wait = ""] = value.split(".");
  if (!isProblem(problem)) return null;
  return {
    problem,
    typed: Buffer.from(typed, "base64url").toString("utf8"),
    ...(/^\d{1,5}$/.test(wait) ? { waitSeconds: Number(wait) } : {}),
  };
}

const isProblem = (text: string): text is SignInProblem => Object.hasOwn(PROBLEMS, text);
