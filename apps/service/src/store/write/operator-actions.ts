/** Lines of the operators' audit log. Each is written by the statement, or in the transaction, of what it tells. */
import type { OperatorAction } from "../../domain/operators.js";
import { bulkInsert } from "../bulk.js";

const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/** For what goes through the executor, which sends it with the changes that it tells of. */
export const insertOperatorActions = bulkInsert<OperatorAction & { readonly now: number }>("operator_actions", {
  operator_id: ["uuid", (line) => line.operator.id],
  operator: ["text", (line) => line.operator.name],
  second_id: ["uuid", (line) => line.operator.second?.id ?? null],
  second: ["text", (line) => line.operator.second?.name ?? null],
  approval_id: ["uuid", (line) => line.operator.second?.approval ?? null],
  action: ["text", (line) => line.action],
  account_id: ["bigint", (line) => line.account],
  subject: ["text", (line) => line.subject],
  before: ["jsonb", (line) => json(line.before)],
  after: ["jsonb", (line) => json(line.after)],
  reason: ["text", (line) => line.reason],
  escrow_id: ["uuid", (line) => line.escrow ?? null],
  moved: ["bigint", (line) => line.moved?.amount ?? 0n],
  alone_max: ["bigint", (line) => line.moved?.from ?? null],
  created: ["bigint", (line) => line.now],
});
