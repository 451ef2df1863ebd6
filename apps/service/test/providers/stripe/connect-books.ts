/** What the double of Stripe knows of connected accounts: who they are, what is wanted of them, and what was sent to them. */
import type { Notified } from "./books.js";
import { Refusal } from "./refusal.js";
import type { Made, Shape } from "./shapes.js";
import * as shapes from "./shapes.js";

type Parts = {
  readonly get: (kind: string, id: unknown) => Shape;
  readonly all: (kind: string) => readonly Shape[];
  readonly keep: (kind: string, shape: Shape) => Shape;
  readonly made: (prefix: string) => Made;
  readonly move: (type: string, fields: Shape) => Shape;
  readonly tell: (type: string, object: Shape, about?: Notified) => void;
  readonly float: () => number | null;
};

/** What Stripe thinks of an account. */
export type AccountState = "verified" | "wanted" | "refused" | "restricted";

const STATES: Readonly<Record<AccountState, Shape>> = {
  verified: { transfers: "active", payouts: true, currently_due: [], past_due: [], disabled_reason: null },
  wanted: {
    transfers: "pending",
    payouts: false,
    currently_due: ["individual.verification.document"],
    past_due: [],
    disabled_reason: "requirements.pending_verification",
  },
  refused: {
    transfers: "inactive",
    payouts: false,
    currently_due: [],
    past_due: [],
    disabled_reason: "rejected.fraud",
  },
  restricted: {
    transfers: "inactive",
    payouts: false,
    currently_due: ["external_account"],
    past_due: ["external_account"],
    disabled_reason: "requirements.past_due",
  },
};

export function openConnected({ get, all, keep, made, move, tell, float }: Parts) {
  function openAccount(form: Shape): Shape {
    return keep("accounts", shapes.connected(made("acct"), form));
  }
  function think(id: unknown, state: AccountState): Shape {
    const account = get("accounts", id);
    const { transfers, payouts, ...requirements } = STATES[state];
    Object.assign(account, {
      capabilities: { transfers },
      details_submitted: true,
      payouts_enabled: payouts,
      requirements: { ...(account["requirements"] as Shape), ...requirements },
    });
    tell("account.updated", account, { account: id });
    return account;
  }
  function send(form: Shape): Shape {
    const account = get("accounts", form["destination"]);
    if ((account["capabilities"] as Shape)["transfers"] !== "active")
      throw new Refusal(400, { type: "invalid_request_error", code: "insufficient_capabilities_for_transfer" });
    const group = form["source_transaction"] === undefined ? form["transfer_group"] : tie(form);
    const most = form["source_transaction"] === undefined ? float() : null;
    if (most !== null && Number(form["amount"]) > most)
      throw new Refusal(400, { type: "invalid_request_error", code: "balance_insufficient" });
    const transfer = keep("transfers", shapes.transfer(made("tr"), { ...form, transfer_group: group }));
    const { amount, currency, id } = transfer;
    transfer["balance_transaction"] = move("transfer", {
      amount: -Number(amount),
      currency,
      reporting_category: "transfer",
      source: id,
    })["id"];
    tell("transfer.created", transfer);
    return transfer;
  }
  /** No more is sent of a charge than it brought, and in the group of the charge. */
  function tie(form: Shape): unknown {
    const charge = get("charges", form["source_transaction"]);
    const sent = all("transfers").filter((one) => one["source_transaction"] === charge["id"]);
    const sum = sent.reduce((total, one) => total + Number(one["amount"]), Number(form["amount"]));
    if (untied.has(charge["id"]) || sum > Number(charge["amount"]))
      throw new Refusal(400, { type: "invalid_request_error", code: "transfers_not_allowed" });
    if (form["transfer_group"] !== undefined && form["transfer_group"] !== charge["transfer_group"])
      throw new Refusal(400, { type: "invalid_request_error", param: "transfer_group" });
    return charge["transfer_group"];
  }
  /** Charges that no transfer may be tied to, such as of another currency than the balance. */
  const untied = new Set<unknown>();
  const untie = (id: unknown): unknown => untied.add(id);
  /** Accounts whose money Stripe has paid out to their banks. */
  const emptied = new Set<unknown>();
  /** Somebody takes all of it back on Stripe's dashboard. */
  function takeBack(reference: string): Shape {
    const transfer = all("transfers").find(({ metadata }) => (metadata as Shape)["reference"] === reference);
    if (transfer === undefined) throw new Error(`the double has no transfer of ${reference}`);
    reverseTransfer(transfer, {});
    return transfer;
  }
  function reverseTransfer(transfer: Shape, form: Shape): Shape {
    const { currency, id } = transfer;
    const left = Number(transfer["amount"]) - Number(transfer["amount_reversed"]);
    const amount = Number(form["amount"] ?? left);
    if (amount > left || left === 0)
      throw new Refusal(400, { type: "invalid_request_error", code: "transfer_reversal_too_large" });
    if (emptied.has(transfer["destination"]))
      throw new Refusal(400, { type: "invalid_request_error", code: "balance_insufficient" });
    const reversal = keep(
      "reversals",
      shapes.reversal(made("trr"), { amount, currency, transfer: id, metadata: form["metadata"] ?? {} }),
    );
    reversal["balance_transaction"] = move("transfer_refund", {
      amount,
      currency,
      reporting_category: "transfer_reversal",
      source: reversal["id"],
    })["id"];
    const list = transfer["reversals"] as Shape;
    Object.assign(transfer, {
      amount_reversed: Number(transfer["amount_reversed"]) + amount,
      reversed: amount === left,
      reversals: { ...list, data: [reversal, ...(list["data"] as readonly Shape[])] },
    });
    tell("transfer.reversed", transfer);
    return reversal;
  }
  /** What lies in a seller's account. */
  const liesIn = (id: unknown): number =>
    all("transfers").reduce(
      (sum, one) => (one["destination"] === id ? sum + Number(one["amount"]) - Number(one["amount_reversed"]) : sum),
      0,
    ) -
    all("payouts").reduce(
      (sum, one) =>
        owners.get(one["id"]) === id && !["failed", "canceled"].includes(String(one["status"]))
          ? sum + Number(one["amount"])
          : sum,
      0,
    );
  const owners = new Map<unknown, unknown>();
  const ownerOf = (payout: Shape): unknown => owners.get(payout["id"]) ?? null;
  /** Stripe pays the seller's bank: the payout, on its way. */
  function payBank(id: unknown, amount: number): Shape {
    const payout = keep("payouts", shapes.payout(made("po"), amount));
    owners.set(payout["id"], id);
    tell("payout.created", payout, { account: id });
    return payout;
  }
  function endPayout(payout: Shape, status: "paid" | "failed" | "canceled", code: string | null = null): void {
    Object.assign(payout, { status, failure_code: code });
    tell(`payout.${status}`, payout, { account: ownerOf(payout) });
  }
  const empty = (id: unknown, isEmpty: boolean): unknown => (isEmpty ? emptied.add(id) : emptied.delete(id));
  return { openAccount, think, send, takeBack, reverseTransfer, empty, untie, liesIn, ownerOf, payBank, endPayout };
}
