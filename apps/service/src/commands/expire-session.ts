import { decideExpireSession } from "../domain/decisions/expire-session.js";
import type { AccountId, SessionId } from "../domain/ids.js";
import type { Executor } from "./execute.js";
import type { Outcome } from "./unit.js";

/** The merchant ends an unused session. An EXPIRED one stays as it is. */
export const expireSession = (
  executor: Executor,
  { account, session: id }: { readonly account: AccountId; readonly session: SessionId },
): Promise<Outcome<"session">> =>
  executor.change({
    account,
    subject: { kind: "session", id },
    decide: ({ session }) => decideExpireSession(session),
  });
