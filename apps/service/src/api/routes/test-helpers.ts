/** The sandbox's stand-ins for buyer, provider, operator and time (operating contract, "Sandbox helpers"). */
import type { OperationId } from "@holdfast/contract";
import { advanceClock } from "../../commands/advance-clock.js";
import { setChaos } from "../../commands/set-chaos.js";
import { decideApproveMilestone } from "../../domain/decisions/approve-milestone.js";
import { decideConfirmSession } from "../../domain/decisions/confirm-session.js";
import { decideDisputeMilestone } from "../../domain/decisions/dispute-milestone.js";
import { decideEndEscrow } from "../../domain/decisions/end-escrow.js";
import { decideRecordPayment } from "../../domain/decisions/record-payment.js";
import { decideRequestRevision } from "../../domain/decisions/request-revision.js";
import { decideResolveDispute, type Resolution } from "../../domain/decisions/resolve-dispute.js";
import { formatId, parseId, parseUuid } from "../../domain/ids.js";
import { type Cents, parseMoney, ZERO } from "../../domain/money.js";
import { readClock } from "../../store/read/clock.js";
import { validateBody } from "../../validation/body.js";
import type { Answer, ApiRequest, Body, Handlers, Services } from "../context.js";
import { ApiRefusal, Problems } from "../refusal.js";
import { answerWithEscrow, changeEscrow, milestoneIdIn } from "./escrows.js";
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

const money = (text: string | undefined): Cents | null => (text === undefined ? null : parseMoney(text));

type Helpers = Pick<Handlers, Extract<OperationId, `test${string}`>>;

export const helpers: Helpers = {
  testConfirmSession: async (request, services) => {
    const { buyer_email } = readBody(request);
    const outcome = await services.door.change({
      account: request.principal.account,
      subject: { session: sessionIdIn(request.params) },
      decide: ({ session }, context) => {
        const offered = session as NonNullable<typeof session>;
        const buyerEmail = buyer_email ?? (offered.customerEmail || DEFAULT_BUYER);
        const { fundingDeadlineSeconds } = services.config;
        return decideConfirmSession(offered, { buyerEmail, fundingDeadlineSeconds }, context);
      },
    });
    return answerWithEscrow(outcome);
  },

  testRecordPayment: async (request, services) => {
    const { amount, method = "card", outcome = "succeeded" } = readBody(request);
    const report = { provider: PROVIDER, reference: null, method, outcome, amount: money(amount) };
    return changeEscrow({ ...request, services }, (escrow, context, { payments }) =>
      decideRecordPayment(escrow, payments, report, context),
    );
  },

  testCancelEscrow: async (request, services) => {
    readBody(request);
    return changeEscrow({ ...request, services }, (escrow, context) => decideEndEscrow(escrow, "cancel", context));
  },

  testDeclineEscrow: async (request, services) => {
    readBody(request);
    return changeEscrow({ ...request, services }, (escrow, context) => decideEndEscrow(escrow, "decline", context));
  },

  testApproveMilestone: async (request, services) => {
    readBody(request);
    const milestone = milestoneIdIn(request.params);
    return changeEscrow({ ...request, services }, (escrow) => decideApproveMilestone(escrow, milestone, "buyer"));
  },

  testRequestRevision: async (request, services) => {
    const { reason } = readBody(request);
    const milestone = milestoneIdIn(request.params);
    return changeEscrow({ ...request, services }, (escrow) => decideRequestRevision(escrow, milestone, reason));
  },

  testDisputeMilestone: async (request, services) => {
    const { reason } = readBody(request);
    const milestone = milestoneIdIn(request.params);
    return changeEscrow({ ...request, services }, (escrow, context) =>
      decideDisputeMilestone(escrow, milestone, reason, context),
    );
  },

  testResolveDispute: async (request, services) => {
    const resolution = readResolution(readBody(request));
    return changeEscrow({ ...request, services }, (escrow, context) =>
      decideResolveDispute(escrow, resolution, context),
    );
  },

  testGetClock: async (_request, { db }) => answerWithClock(db),

  testAdvanceClock: async (request, { db, settleDue }) => {
    const { seconds } = readBody(request);
    if (!(await advanceClock(db, settleDue, seconds))) {
      const sentence = "The clock does not go beyond the year 9999.";
      throw new ApiRefusal("validation_failed", { details: { seconds: [sentence] } });
    }
    return answerWithClock(db);
  },

  testListMails: listMails,

  testSetChaos: async (request, { db }) => {
    const { duplicate = false, shuffle = false, delay_seconds = 0, drop_first = 0 } = readBody(request);
    const endpoint = parseId("endpoint", request.params["endpoint"] ?? "");
    const chaos = { duplicate, shuffle, delaySeconds: delay_seconds, dropFirst: drop_first };
    const { account } = request.principal;
    if (endpoint === null || !(await setChaos(db, { account, endpoint, chaos }))) throw new ApiRefusal("not_found");
    return {
      body: `{"object":"webhook_chaos","endpoint":"${formatId("endpoint", endpoint)}","duplicate":${duplicate},"shuffle":${shuffle},"delay_seconds":${delay_seconds},"drop_first":${drop_first}}`,
    };
  },
};

function readResolution({ outcome, milestone, release, refund }: Body<"testResolveDispute">): Resolution {
  const id = milestone === undefined ? null : parseUuid("milestone", milestone);
  if (milestone !== undefined && id === null) throw new ApiRefusal("not_found");
  return outcome === "settle"
    ? { outcome, milestone: id, release: money(release) ?? ZERO, refund: money(refund) ?? ZERO }
    : { outcome, milestone: id };
}

async function answerWithClock(db: Services["db"]): Promise<Answer> {
  const { now, offset } = await readClock(db);
  return { body: `{"object":"test_clock","now":${now},"offset":${offset}}` };
}
