/** The sandbox's stand-ins for buyer, provider, operator and time (operating contract, "Sandbox helpers"). */
import type { OperationId } from "@holdfast/contract";
import { advanceClock } from "../../commands/advance-clock.js";
import { approveMilestone } from "../../commands/approve-milestone.js";
import { cancelEscrow } from "../../commands/cancel-escrow.js";
import { confirmSession } from "../../commands/confirm-session.js";
import { declineEscrow } from "../../commands/decline-escrow.js";
import { disputeMilestone } from "../../commands/dispute-milestone.js";
import type { OfBuyer } from "../../commands/parties.js";
import { playRefundReturn } from "../../commands/play-refund-return.js";
import { makeUpPayment } from "../../commands/record-payment.js";
import { requestRevision } from "../../commands/request-revision.js";
import { playOperator } from "../../commands/resolve-dispute.js";
import type { MadeUpPayment } from "../../domain/decisions/record-payment.js";
import type { Resolution } from "../../domain/decisions/resolve-dispute.js";
import { spellEmail } from "../../domain/email.js";
import { formatId, parseId } from "../../domain/ids.js";
import { type Cents, parseMoney, ZERO } from "../../domain/money.js";
import { termsOf } from "../../domain/presented.js";
import { isRefundNumber } from "../../domain/refund-parts.js";
import { readClock } from "../../store/read/clock.js";
import { findRefund } from "../../store/read/orders/refunds.js";
import { writeChaos } from "../../store/write/chaos.js";
import { validateBody } from "../../validation/body.js";
import { writeEscrow } from "../../wire/escrow.js";
import { writeRefund } from "../../wire/refund.js";
import type { Answer, ApiRequest, Body, Handlers, Services } from "../context.js";
import { ApiRefusal, noSuch, Problems, refusalOf } from "../refusal.js";
import { answerWithEscrow, escrowIn, milestoneIdIn, milestoneIdOf } from "./escrows.js";
import { sessionIdIn } from "./sessions.js";
import { listMails } from "./test-mailbox.js";

/** The provider that the payments helper plays. */
const PROVIDER = "sandbox";
const DEFAULT_BUYER = "buyer@example.com";

/** @throws ApiRefusal validation_failed */
function readBody<Id extends OperationId>(request: ApiRequest<Id>): Body<Id> {
  const problems = new Problems();
  const body = validateBody(request.id, request.rawBody, problems);
  problems.throwIfAny();
  return body;
}

/** @throws ApiRefusal validation_failed for a currency without a rate that may be used. */
function termsIn(
  currency: string,
  { principal: { now } }: Pick<ApiRequest, "principal">,
  { rates }: Pick<Services, "rates">,
): NonNullable<MadeUpPayment["terms"]> {
  const terms = termsOf(rates, currency, now);
  const source = rates.find(currency, now)?.source;
  if (terms === null || source === undefined) {
    const known = rates.list(now).map((rate) => rate.currency);
    const sentence = `There is no rate for it now${known.length === 0 ? ": set RATES_FILE" : `. There is one for ${known.join(", ")}`}.`;
    throw new ApiRefusal("validation_failed", { details: { presented_currency: [sentence] } });
  }
  return { ...terms, source };
}

const money = (text: string | undefined): Cents | null => (text === undefined ? null : parseMoney(text));

type Helpers = Pick<Handlers, Extract<OperationId, `sandbox${string}`>>;

export const helpers: Helpers = {
  sandboxConfirmSession: async (request, services) => {
    const { buyer_email } = readBody(request);
    const outcome = await confirmSession(services.executor, {
      account: request.principal.account,
      session: sessionIdIn(request.params),
      buyerEmail: ({ customerEmail }) => spellEmail(buyer_email ?? customerEmail) ?? DEFAULT_BUYER,
      fundingDeadlineSeconds: services.config.fundingDeadlineSeconds,
    });
    if (!outcome.ok) throw refusalOf(outcome.reason);
    return { body: writeEscrow(outcome.value) };
  },

  sandboxRecordPayment: async (request, services) => {
    const { amount, method = "card", outcome = "succeeded", presented_currency } = readBody(request);
    const terms = presented_currency === undefined ? null : termsIn(presented_currency, request, services);
    const made = { provider: PROVIDER, method, outcome, amount: money(amount) ?? ("due" as const), terms };
    const escrow = await escrowIn({ ...request, services });
    return answerWithEscrow(await makeUpPayment(services.executor, { ...escrow, made }));
  },

  sandboxCancelEscrow: async (request, services) => {
    readBody(request);
    const escrow = await escrowIn({ ...request, services });
    return answerWithEscrow(await cancelEscrow(services.executor, escrow));
  },

  sandboxDeclineEscrow: async (request, services) => {
    readBody(request);
    return answerWithEscrow(await declineEscrow(services.executor, await ofBuyer(request, services)));
  },

  sandboxApproveMilestone: async (request, services) => {
    readBody(request);
    const milestone = milestoneIdIn(request.params);
    return answerWithEscrow(
      await approveMilestone(services.executor, { ...(await ofBuyer(request, services)), milestone }),
    );
  },

  sandboxRequestRevision: async (request, services) => {
    const { reason } = readBody(request);
    const milestone = milestoneIdIn(request.params);
    const order = await ofBuyer(request, services);
    return answerWithEscrow(await requestRevision(services.executor, { ...order, milestone, reason, evidence: [] }));
  },

  sandboxDisputeMilestone: async (request, services) => {
    const { reason } = readBody(request);
    const milestone = milestoneIdIn(request.params);
    const order = await ofBuyer(request, services);
    return answerWithEscrow(await disputeMilestone(services.executor, { ...order, milestone, reason, evidence: [] }));
  },

  sandboxResolveDispute: async (request, services) => {
    const resolution = readResolution(readBody(request));
    const escrow = await escrowIn({ ...request, services });
    return answerWithEscrow(await playOperator(services.executor, { ...escrow, resolution }));
  },

  sandboxReturnRefund: async (request, { db, executor }) => {
    readBody(request);
    const { account } = request.principal;
    const number = request.params["refund_id"] ?? "";
    const found = isRefundNumber(number) ? await findRefund(db, account, number) : null;
    if (found === null) throw noSuch("refund");
    if (!(await playRefundReturn({ db, executor }, account, number))) {
      throw new ApiRefusal("invalid_state", { message: "All of this refund came back already." });
    }
    return { body: writeRefund((await findRefund(db, account, number)) ?? found) };
  },

  sandboxGetClock: async (_request, { db }) => answerWithClock(db),

  sandboxAdvanceClock: async (request, { db, settleAll }) => {
    const { seconds } = readBody(request);
    const moved = await advanceClock(db, settleAll, seconds);
    if (!moved.ok) {
      const sentence = "The clock does not go beyond the year 9999.";
      throw new ApiRefusal("validation_failed", { details: { seconds: [sentence] } });
    }
    return answerWithClock(db);
  },

  sandboxListMails: listMails,

  sandboxSetChaos: async (request, { db }) => {
    const { duplicate = false, shuffle = false, delay_seconds = 0, drop_first = 0 } = readBody(request);
    const endpoint = parseId("endpoint", request.params["endpoint"] ?? "");
    const chaos = { duplicate, shuffle, delaySeconds: delay_seconds, dropFirst: drop_first };
    const { account } = request.principal;
    if (endpoint === null || !(await writeChaos(db, { account, endpoint, chaos }))) throw noSuch("endpoint");
    return {
      body: `{"object":"webhook_chaos","endpoint":"${formatId("endpoint", endpoint)}","duplicate":${duplicate},"shuffle":${shuffle},"delay_seconds":${delay_seconds},"drop_first":${drop_first}}`,
    };
  },
};

/** The helpers play the buyer of the order. */
const ofBuyer = async (
  { principal, params }: Pick<ApiRequest<OperationId>, "principal" | "params">,
  services: Services,
): Promise<OfBuyer> => ({ ...(await escrowIn({ principal, params, services })), buyer: null });

function readResolution({ outcome, milestone, release, refund }: Body<"sandboxResolveDispute">): Resolution {
  const id = milestone === undefined ? null : milestoneIdOf(milestone);
  return outcome === "settle"
    ? { outcome, milestone: id, release: money(release) ?? ZERO, refund: money(refund) ?? ZERO }
    : { outcome, milestone: id };
}

async function answerWithClock(db: Services["db"]): Promise<Answer> {
  const { now, offset } = await readClock(db);
  return { body: `{"object":"test_clock","now":${now},"offset":${offset}}` };
}
