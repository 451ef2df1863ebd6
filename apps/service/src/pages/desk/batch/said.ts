import type { BatchOperator, BatchRefusal } from "../../../domain/batches.js";
import type { Result } from "../../../domain/result.js";
import type { DeskContext } from "../access.js";
import type { SaidCode } from "../words.js";

export const batchOperator = ({ seller }: DeskContext): BatchOperator => ({
  id: seller.id,
  name: seller.email,
  accounts: seller.memberships.map(({ account }) => account),
});

const REFUSED = {
  not_found: "stale",
  stale: "stale",
  own_request: "own-request",
  own_account: "batch-own",
  held: "batch-held",
  nothing: "batch-nothing",
  not_offered: "batch-not-offered",
} as const satisfies Record<BatchRefusal, SaidCode>;

/** Which sentence goes with what became of a batch. */
export const batchSaid = (outcome: Result<unknown, BatchRefusal>, done: SaidCode): SaidCode =>
  outcome.ok ? done : REFUSED[outcome.reason];
