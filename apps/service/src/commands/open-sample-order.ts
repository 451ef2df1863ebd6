/** A visitor of a sandbox tries the checkout: an order of the sample seller's, for a buyer whom nobody knows yet. */
import type { FeeSchedule } from "../domain/fees.js";
import type { AccountId, SessionId } from "../domain/ids.js";
import type { Terms } from "../domain/model.js";
import { formatMoney } from "../domain/money.js";
import { SAMPLE_AMOUNT, SAMPLE_SECONDS } from "../domain/sample-order.js";
import type { Queryable } from "../platform/database.js";
import { writeSession } from "../wire/session.js";
import { createSession, draftSession } from "./create-session.js";
import type { Executor } from "./execute.js";

type Offered = {
  readonly account: AccountId;
  readonly fees: FeeSchedule;
  readonly terms: Terms;
  /** Unix seconds of the service's clock. */
  readonly now: number;
  /** In the visitor's language. */
  readonly title: string;
  /** Of a session, as the API shows it. */
  readonly url: (session: SessionId) => string;
};

export async function openSampleOrder(
  means: { readonly db: Queryable; readonly executor: Executor },
  { title, url, ...offerer }: Offered,
): Promise<SessionId> {
  const body = { title, amount: formatMoney(SAMPLE_AMOUNT), expires_in: SAMPLE_SECONDS };
  const session = draftSession(body, offerer);
  const created = await createSession(means, session, { write: (made) => writeSession(made, url), keyed: null });
  if (!created.ok) throw new Error("a session without a key can't be in conflict with another");
  return session.id;
}
