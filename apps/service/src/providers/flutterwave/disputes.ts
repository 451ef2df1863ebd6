/** Chargebacks at Flutterwave, by its reference of the payment. Evidence goes in on its dashboard: its API takes addresses of files alone. */
import { ZERO } from "../../domain/money.js";
import { isUnreachable } from "../answers.js";
import type { DisputeReport, Disputes, FoundDispute } from "../port.js";
import { Unreadable } from "../unreadable.js";
import { currencyIn, idIn, objectOf, paidIn, secondsOr, textIn, textOr } from "./answers.js";
import { unread } from "./client.js";
import type { Means } from "./payments.js";

const STAGES: ReadonlyMap<string, DisputeReport["stage"]> = new Map([
  ["initiated", "opened"],
  ["pending", "answered"],
  ["declined", "answered"],
  ["accepted", "lost"],
  ["lost", "lost"],
  ["won", "won"],
  ["reversed", "won"],
]);

/** As Flutterwave writes its own references. */
const THEIR_REFERENCE = /^[\w/.:-]{1,100}$/;

export async function lookUpDispute({ client, objects }: Means, theirId: string): Promise<FoundDispute> {
  if (!THEIR_REFERENCE.test(theirId)) return { kind: "unknown" };
  const all = await client.list("/v3/chargebacks", { flw_ref: theirId });
  if (isUnreachable(all)) return all;
  const [last] = all
    .filter((one) => one["flw_ref"] === theirId)
    .sort((one, other) => Number(idIn(other, "id")) - Number(idIn(one, "id")));
  if (last === undefined) return { kind: "unknown" };
  const charge = idIn(last, "transaction_id");
  const kept = await objects.findTheirs("charge", charge);
  if (kept === null) return { kind: "unknown" };
  const paid = await client.get(`/v3/transactions/${charge}/verify`);
  if (paid.kind !== "done") return unread(paid);
  const stage = STAGES.get(textIn(last, "status").toLowerCase());
  if (stage === undefined) throw new Unreadable("its chargeback has a status that it never has");
  const report: DisputeReport = {
    about: "dispute",
    payment: kept.reference,
    theirId,
    stage,
    // Flutterwave takes the money once it is decided.
    isTaken: stage === "lost",
    fee: ZERO,
    reason: textOr(last["comment"], "general"),
    answerBy: stage === "opened" ? secondsOr(last["due_date"]) : null,
    amount: paidIn(last, "amount"),
    currency: currencyIn(objectOf(paid.data)),
  };
  return { kind: "known", report };
}

export const openDisputes = (means: Means): Disputes => ({
  files: { most: 0, types: [] },
  lookUp: (theirId) => lookUpDispute(means, theirId),
  answer: async () => ({
    kind: "refused",
    reason: "Flutterwave takes evidence on its dashboard: open Chargebacks there, and answer before its time is over.",
  }),
});
