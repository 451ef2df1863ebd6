import type { Acted } from "../../commands/on-account.js";
import type { Told } from "../../domain/told.js";

/** What came of an action, behind the page that it leads on to. */
export const SAID = {
  verified: ["good", "The account is verified. The seller was told by mail."],
  rejected: ["good", "The verification was refused. The seller reads your reason, on the page and by mail."],
  suspended: ["good", "The account is suspended."],
  reinstated: ["good", "The account is reinstated."],
  fees: ["good", "The fees hold for sessions that are created from now on."],
  limits: ["good", "The limit was changed."],
  evidence: ["good", "The evidence is with the provider. What the bank makes of it, you are told by mail."],
  "evidence-refused": ["bad", "The provider did not take it. Look at what it says in its own dashboard."],
  "evidence-unreachable": ["bad", "The provider did not answer, and nothing is noted. Send it again in a minute."],
  "evidence-not-offered": ["bad", "Nothing was sent: this provider takes no evidence here. Answer in its dashboard."],
  resolved: ["good", "The dispute is resolved. Both sides read your reason in the history."],
  retried: ["good", "It is being tried again."],
  closed: ["good", "The notice is closed. Your reason stands in the audit log."],
  "no-reason": ["bad", "Nothing was done: say why, in a sentence."],
  asked: ["good", "An audit was asked for."],
  "looked-after": ["good", "The others see that you look into it."],
  "difference-closed": ["good", "The difference is closed, and your reason is in the audit log."],
  float: ["good", "It is written down, and your reason is in the audit log."],
  second: ["note", "Another operator has to confirm this. It waits under Approvals; nothing has happened yet."],
  "asked-already": ["note", "Another operator is asked to confirm this already. See Approvals."],
  own: ["bad", "Nothing was done: you belong to this account, so another operator has to decide."],
  "own-request": ["bad", "Nothing was done: somebody else has to confirm what you asked for."],
  confirmed: ["good", "Confirmed and done, in both your names."],
  declined: ["good", "Declined. Nothing was done."],
  unchanged: ["note", "Nothing was changed: it is as it was asked to be already."],
  stale: ["bad", "Nothing was done: somebody was faster, or it is not as it was shown any more. See how it is now."],
  underway: ["note", "An audit is asked for, or under way, already."],
} as const;
export type SaidCode = keyof typeof SAID;

export const isSaid = (code: string): code is SaidCode => Object.hasOwn(SAID, code);

/** Which sentence goes with what came of a verb. */
export const saidOf = (
  acted:
    | Acted
    | Told<
        null,
        | "own_request"
        | "asked_already"
        | "refused"
        | "unreachable"
        | "not_offered"
        | "own_account"
        | "second_needed"
        | "stale"
      >,
  done: SaidCode,
  otherwise: SaidCode = "stale",
): SaidCode => (acted.ok ? done : (SAID_OF[acted.reason] ?? otherwise));

const SAID_OF: Readonly<Record<string, SaidCode>> = {
  own_account: "own",
  own_request: "own-request",
  asked_already: "asked-already",
  refused: "evidence-refused",
  unreachable: "evidence-unreachable",
  not_offered: "evidence-not-offered",
};
