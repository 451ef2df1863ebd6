/** What an examination of a receiver comes to: a finding for each check, with the bytes that it is based on. Data alone. */
import { asItCame, type Said } from "../diagnoses/say.js";

/** `unknown`: it can't be told, which is never a pass. */
export type Verdict = "pass" | "warn" | "fail" | "unknown";

export const GROUPS = ["transport", "signature", "behaviour", "rotation", "clock", "account"] as const;
export type Group = (typeof GROUPS)[number];

/** One side of an exchange, as HTTP writes it: first line, headers, an empty line, and as much of the body as is kept. */
export type Message = {
  /** Of the body, as it was sent; of an answer's, as far as it was read. */
  readonly bytes: number;
  readonly text: string;
};

export type Exchange = {
  readonly sent: Message;
  /** Null when no answer came; then `error` says why. */
  readonly received: (Message & { readonly status: number }) | null;
  readonly error: string | null;
  readonly duration_ms: number;
};

/** Why a check came out as it did: `found` is what was seen, `cause` what is likely behind it, `remedy` how to mend it. */
export type Outcome = {
  readonly verdict: Verdict;
  readonly found: Said;
  readonly cause?: Said;
  readonly remedy?: Said;
};

export type Finding = {
  readonly group: Group;
  /** Names the check for programs, such as `old_signature`. */
  readonly check: string;
  readonly title: Said;
  readonly verdict: Verdict;
  readonly found: Said;
  readonly cause: Said | null;
  readonly remedy: Said | null;
  readonly exchanges: readonly Exchange[];
};

export type Report = {
  readonly url: string;
  /** Whether events of orders were sent, or only what can do no harm: refused signatures and `ping`. */
  readonly scope: "orders" | "harmless";
  /** `failed` when any check failed. */
  readonly verdict: "held" | "failed";
  readonly counts: Readonly<Record<Verdict, number>>;
  readonly requests: number;
  readonly duration_ms: number;
  readonly findings: readonly Finding[];
};

export const pass = (found: Said): Outcome => ({ verdict: "pass", found });
export const unknown = (found: Said, remedy?: Said): Outcome => ({
  verdict: "unknown",
  found,
  ...(remedy === undefined ? {} : { remedy }),
});
/** What is likely behind it, and how to mend it. */
export type Why = { readonly cause: Said; readonly remedy: Said };
export const fail = (found: Said, why: Why): Outcome => ({
  verdict: "fail",
  found,
  ...why,
});
export const warn = (found: Said, why: Why): Outcome => ({
  verdict: "warn",
  found,
  ...why,
});

export function countVerdicts(findings: readonly Pick<Finding, "verdict">[]): Report["counts"] {
  const counts = { pass: 0, warn: 0, fail: 0, unknown: 0 };
  for (const { verdict } of findings) counts[verdict] += 1;
  return counts;
}

/** Of a receiver that took no connection: the one check that could be made, and failed. It is told on the command line alone. */
export function reportOfSilence(
  url: string,
  { why, durationMs }: { readonly why: string; readonly durationMs: number },
): Report {
  const { verdict, ...outcome } = fail(asItCame(`Nobody answers at ${url}. ${why}`), {
    cause: asItCame("The receiver is not running, or listens on another host or port."),
    remedy: asItCame("Start it, and see that the URL has its host and port."),
  });
  const finding: Finding = {
    group: "transport",
    check: "connection",
    title: asItCame("Somebody answers there"),
    verdict,
    found: outcome.found,
    cause: outcome.cause ?? null,
    remedy: outcome.remedy ?? null,
    exchanges: [],
  };
  return {
    url,
    scope: "harmless",
    verdict: "failed",
    counts: countVerdicts([finding]),
    requests: 1,
    duration_ms: durationMs,
    findings: [finding],
  };
}
