import { type RefundOrder, refundOrder } from "../../commands/refund-order.js";
import type { Refunded } from "../../domain/decisions/refund.js";
import type { EscrowId } from "../../domain/ids.js";
import { UUID } from "../../domain/ids.js";
import { parseMoney } from "../../domain/money.js";
import { isRefundNumber } from "../../domain/refund-parts.js";
import type { ShownRefund } from "../../domain/refunds.js";
import { findEscrow } from "../../store/read/orders/escrows.js";
import { findKeyedRefund, findRefund, listRefundsOf } from "../../store/read/orders/refunds.js";
import { validateBody } from "../../validation/body.js";
import { writeRefund } from "../../wire/refund.js";
import type { Answer, ApiRequest, Handler } from "../context.js";
import { type ListRequest, readPage, writePage } from "../paging.js";
import { ApiRefusal, noSuch, Problems, refusalOf } from "../refusal.js";
import { hashOf } from "../request-hash.js";
import { escrowIn, milestoneIdOf } from "./escrows.js";

/**
 * A key that was used with another body is a conflict even when fields of the other body are invalid, as at the creation of
 * a session.
 */
export const createRefund: Handler<"createRefund"> = async (request, services) => {
  const { principal, params, rawBody, idempotencyKey: key } = request;
  const problems = new Problems();
  const ask = read(request, problems);
  if (!problems.isEmpty && key !== null && isObject(rawBody)) {
    const earlier = await findKeyedRefund(services.db, principal.account, key);
    if (earlier !== null) throw new ApiRefusal("idempotency_conflict");
  }
  problems.throwIfAny();
  const order = await escrowIn({ principal, params, services });
  const requestHash = hashOf({ escrow: order.escrow, body: rawBody }).toString("hex");
  const outcome = await refundOrder(
    services.executor,
    { ...order, ...ask, actor: "merchant", key, requestHash },
    services.refundTerms,
  );
  if (!outcome.ok) throw refusalOf(outcome.reason);
  return answer(outcome.value);
};

const isObject = (body: unknown): boolean => typeof body === "object" && body !== null && !Array.isArray(body);

function read(
  { rawBody }: ApiRequest<"createRefund">,
  problems: Problems,
): Omit<RefundOrder, "account" | "escrow" | "actor" | "key" | "requestHash"> {
  const body = validateBody("createRefund", rawBody, problems);
  return {
    amount: typeof body?.amount === "string" ? parseMoney(body.amount) : null,
    milestone: typeof body?.milestone_id === "string" ? milestoneIdOf(body.milestone_id) : null,
    reason: body?.reason ?? "other",
    externalReference: body?.external_reference ?? "",
    metadata: body?.metadata ?? {},
  };
}

const answer = ({ shown, isReplay }: Refunded): Answer => ({
  body: writeRefund(shown),
  ...(isReplay ? { headers: { "Idempotent-Replayed": "true" } } : {}),
});

export const getRefund: Handler<"getRefund"> = async ({ principal, params }, { db }) => {
  const number = params["refund_id"] ?? "";
  const refund = isRefundNumber(number) ? await findRefund(db, principal.account, number) : null;
  if (refund === null) throw noSuch("refund");
  return { body: writeRefund(refund) };
};

export const listRefunds: Handler<"listRefunds"> = async ({ principal, params, query }, services) => {
  const { account, escrow } = await escrowIn({ principal, params, services });
  if ((await findEscrow(services.db, account, { id: escrow })) === null) throw noSuch("escrow");
  const problems = new Problems();
  const list = listOf(account, escrow);
  const page = readPage(query, list, problems);
  problems.throwIfAny();
  return {
    body: writePage(await listRefundsOf(services.db, account, { escrow, page }), {
      list,
      limit: page.limit,
      publicUrl: services.publicUrl(),
      write: ({ shown }: { readonly shown: ShownRefund }) => writeRefund(shown),
      positionOf: ({ id }) => id,
    }),
  };
};

const listOf = (account: ListRequest["account"], escrow: EscrowId): ListRequest => ({
  path: `/escrows/${escrow}/refunds`,
  account,
  filters: {},
  position: UUID,
});
