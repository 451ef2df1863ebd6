import { ESCROW_STATUSES, isBlank } from "@holdfast/contract";
import { applyTime } from "../../commands/apply-time.js";
import type { OfEscrow } from "../../commands/parties.js";
import { submitMilestone as submit } from "../../commands/submit-milestone.js";
import type { Outcome } from "../../commands/unit.js";
import { type EscrowId, isReferenceCode, type MilestoneId, NIL_UUID, parseUuid, UUID } from "../../domain/ids.js";
import { type Shipping, shippingOf } from "../../domain/shipping.js";
import type { Principal } from "../../identity/authenticate.js";
import { findEscrow, findEscrowId, listEscrows as findEscrows } from "../../store/read/orders/escrows.js";
import { validateBody } from "../../validation/body.js";
import { writeEscrow, writeShownEscrow } from "../../wire/escrow.js";
import type { Answer, Handler, Services } from "../context.js";
import { type ListRequest, readPage, writePage } from "../paging.js";
import { readOneOf, readReference } from "../query.js";
import { ApiRefusal, noSuch, Problems, refusalOf } from "../refusal.js";

type Params = Readonly<Record<string, string>>;

export const getEscrow: Handler<"getEscrow"> = async ({ principal, params }, services) => {
  const escrow = await findEscrow(services.db, principal.account, readEscrowKey(params));
  if (escrow === null) throw noSuch("escrow");
  if (escrow.dueAt === null || escrow.dueAt > principal.now) return { body: writeShownEscrow(escrow) };
  return answerWithEscrow(await applyTime(services.executor, principal.account, { kind: "escrow", id: escrow.id }));
};

export const listEscrows: Handler<"listEscrows"> = async ({ principal, query }, services) => {
  const problems = new Problems();
  const status = readOneOf(query, { name: "status", values: ESCROW_STATUSES }, problems);
  const externalReference = readReference(query, problems);
  const list: ListRequest = {
    path: "/escrows",
    account: principal.account,
    filters: { status, external_reference: externalReference },
    position: UUID,
  };
  const page = readPage(query, list, problems);
  problems.throwIfAny();
  if (principal.hasDue) await services.settleDue(principal.account);
  return {
    body: writePage(await findEscrows(services.db, principal.account, { status, externalReference, page }), {
      list,
      limit: page.limit,
      publicUrl: services.publicUrl(),
      write: writeShownEscrow,
      positionOf: (escrow) => escrow.id,
    }),
  };
};

export const submitMilestone: Handler<"submitMilestone"> = async ({ principal, params, rawBody }, services) => {
  const delivery = readDelivery(rawBody);
  const milestone = milestoneIdIn(params);
  const escrow = await escrowIn({ principal, params, services });
  return answerWithEscrow(await submit(services.executor, { ...escrow, milestone, ...delivery }));
};

/** Blank details have a code of their own; all else that is wrong is `validation_failed`. */
function readDelivery(rawBody: unknown): { readonly details: string; readonly shipping: Shipping | null } {
  const problems = new Problems();
  const isObject = typeof rawBody === "object" && rawBody !== null && !Array.isArray(rawBody);
  const given = isObject ? ((rawBody as Record<string, unknown>)["submission_details"] ?? "") : "given";
  if (typeof given === "string" && isBlank(given)) throw new ApiRefusal("missing_submission_details");
  const body = validateBody("submitMilestone", rawBody, problems);
  problems.throwIfAny();
  const { carrier, tracking_number: trackingNumber, tracking_url: trackingUrl } = body.shipping ?? {};
  return {
    details: body.submission_details,
    shipping: shippingOf({ carrier, trackingNumber, trackingUrl }),
  };
}

/** By id or reference code. @throws ApiRefusal not_found for anything that no escrow is called. */
function readEscrowKey(params: Params): { readonly id: EscrowId } | { readonly code: string } {
  const text = params["escrow_id"] ?? "";
  const id = parseUuid("escrow", text);
  if (id !== null) return { id };
  if (isReferenceCode(text)) return { code: text };
  throw noSuch("escrow");
}

/** What no milestone can be called is none's: the escrow is looked for first, and told where there is none. */
export const milestoneIdOf = (text = ""): MilestoneId => parseUuid("milestone", text) ?? (NIL_UUID as MilestoneId);

export const milestoneIdIn = (params: Params): MilestoneId => milestoneIdOf(params["milestone_id"]);

/** The escrow that the path names. @throws ApiRefusal not_found */
export async function escrowIn({
  principal: { account },
  params,
  services,
}: {
  principal: Pick<Principal, "account">;
  params: Params;
  services: Services;
}): Promise<OfEscrow> {
  const key = readEscrowKey(params);
  const escrow = "id" in key ? key.id : await findEscrowId(services.db, account, key.code);
  if (escrow === null) throw noSuch("escrow");
  return { account, escrow };
}

/** @throws ApiRefusal of a refusal. */
export function answerWithEscrow(outcome: Outcome<"escrow">): Answer {
  if (!outcome.ok) throw refusalOf(outcome.reason);
  return { body: writeEscrow(outcome.after.escrow) };
}
