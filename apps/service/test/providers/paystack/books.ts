/** What the double of Paystack knows: transactions, refunds, transfers and disputes, its balances, and the ledger of what moved them. */
import { unixSeconds } from "../../../src/platform/clock.js";
import type { WrongLine } from "../stage.js";
import { Refusal } from "./refusal.js";

export type Transaction = {
  readonly id: number;
  readonly name: string;
  readonly amount: number;
  readonly currency: string;
  readonly email: string;
  readonly metadata: unknown;
  readonly channels: readonly string[];
  /** Whether the answer with the address of its page arrived. */
  isTold: boolean;
  status: "abandoned" | "failed" | "pending" | "success" | "reversed";
  /** In what and how much came, where that is not what was asked for. */
  arrived: string;
  received: number;
  fees: number | null;
  paidAt: number | null;
  readonly created: number;
};

export type Refund = {
  readonly id: number;
  readonly transaction: Transaction;
  readonly amount: number;
  readonly note: string;
  readonly isDispute: boolean;
  status: "pending" | "processing" | "needs-attention" | "processed" | "failed";
  readonly created: number;
};

export type Transfer = {
  readonly id: number;
  readonly reference: string;
  readonly amount: number;
  readonly currency: string;
  readonly recipient: Recipient;
  status: "otp" | "pending" | "success" | "failed" | "reversed";
  readonly created: number;
};

export type Recipient = {
  readonly id: number;
  readonly code: string;
  readonly type: string;
  readonly name: string;
  readonly number: string;
  readonly bank: string;
  readonly currency: string;
};

export type Dispute = {
  readonly id: number;
  readonly transaction: Transaction;
  readonly amount: number;
  status: "awaiting-merchant-feedback" | "awaiting-bank-feedback" | "pending" | "resolved";
  resolution: "merchant-accepted" | "declined" | "auto-accepted" | null;
  readonly created: number;
};

/** A line of the ledger, in the order in which it came. */
export type Entry = {
  readonly id: number;
  readonly model: string;
  readonly row: number;
  readonly currency: string;
  readonly difference: number;
  readonly balance: number;
  readonly at: number;
};

type Fate = "paid" | "refused" | "later" | "returned";
export type Event = { readonly event: string; readonly about: Transaction | Refund | Transfer | Dispute };
export type Books = ReturnType<typeof openBooks>;

const LATER_SECONDS = 600;
const RETURNED_SECONDS = 3_600;
const LEAST: Readonly<Record<string, number>> = { USD: 200, NGN: 5_000, GHS: 10, KES: 300, ZAR: 100, XOF: 100 };

/** @param now the clock that things happen by; the ledger has this machine's, which nobody moves. */
export function openBooks(now: () => number) {
  let count = 0;
  const id = (): number => {
    count += 1;
    return 7_000_000_000 + count;
  };
  const transactions = new Map<string, Transaction>();
  const refunds: Refund[] = [];
  const transfers = new Map<string, Transfer>();
  const recipients = new Map<string, Recipient>();
  const disputes: Dispute[] = [];
  const entries: Entry[] = [];
  const balances = new Map<string, number>();
  const events: Event[] = [];
  const due: { readonly at: number; readonly happens: () => void }[] = [];
  const statementFaults = new Map<string, WrongLine>();
  const fates: { refunds: Fate | "needs-attention"; payouts: Fate | "failed" | "otp" } = {
    refunds: "paid",
    payouts: "paid",
  };
  /** How much may leave; null for all that there is. */
  let float: number | null = null;

  function move(model: string, row: number, { currency, difference }: { currency: string; difference: number }): void {
    const balance = (balances.get(currency) ?? 0) + difference;
    balances.set(currency, balance);
    entries.push({ id: id(), model, row, currency, difference, balance, at: unixSeconds() });
  }
  for (const currency of ["USD", "NGN"]) move("TopUp", id(), { currency, difference: 1_000_000_00 });

  const live = (): void => {
    for (const one of due.splice(0)) {
      if (one.at <= now()) one.happens();
      else due.push(one);
    }
  };
  const tell = (event: string, about: Event["about"]): void => void events.push({ event, about });
  const requireFloat = (amount: number): void => {
    if (float !== null && amount > float)
      throw new Refusal(400, "insufficient_balance", "Your balance is not enough to fulfil this request");
  };

  function begin(
    given: Pick<Transaction, "name" | "amount" | "currency" | "email" | "metadata" | "channels">,
  ): Transaction {
    if (transactions.has(given.name)) throw new Refusal(400, "duplicate_reference", "Duplicate Transaction Reference");
    if (given.amount < (LEAST[given.currency] ?? Number.POSITIVE_INFINITY))
      throw new Refusal(400, "invalid_amount", "Amount or currency is not supported");
    const begun: Transaction = {
      ...given,
      id: id(),
      isTold: false,
      status: "abandoned",
      arrived: given.currency,
      received: given.amount,
      fees: null,
      paidAt: null,
      created: now(),
    };
    transactions.set(begun.name, begun);
    return begun;
  }

  /** The payer pays on a page; false where that is over. */
  function pay(transaction: Transaction): boolean {
    if (transaction.status === "success" || transaction.status === "reversed") return false;
    const fees = Math.round(transaction.received * 0.039);
    Object.assign(transaction, { status: "success", fees, paidAt: now() });
    move("Transaction", transaction.id, {
      currency: transaction.arrived,
      difference: transaction.received - fees,
    });
    tell("charge.success", transaction);
    return true;
  }

  const standing = ({ status }: Refund): boolean => status !== "failed";
  const refundsOf = (transaction: Transaction): readonly Refund[] =>
    refunds.filter((one) => one.transaction === transaction);
  const sumOf = (some: readonly Refund[]): number => some.filter(standing).reduce((all, { amount }) => all + amount, 0);

  function giveBack(
    transaction: Transaction,
    { amount, note, isDispute = false }: { amount: number; note: string; isDispute?: boolean },
  ): Refund {
    if (fates.refunds === "refused") throw new Refusal(400, "refund_not_allowed", "Refunds are not allowed");
    if (transaction.paidAt === null) throw new Refusal(400, "invalid_state", "Transaction has not been paid");
    if (!isDispute && disputes.some((one) => one.transaction === transaction && one.status !== "resolved"))
      throw new Refusal(400, "transaction_disputed", "Transaction has a dispute");
    if (amount < 1 || amount > transaction.received - sumOf(refundsOf(transaction)))
      throw new Refusal(400, "amount_too_large", "Refund amount is more than what is left");
    requireFloat(amount);
    const made: Refund = { id: id(), transaction, amount, note, isDispute, status: "pending", created: now() };
    refunds.push(made);
    move("Refund", made.id, { currency: transaction.arrived, difference: -amount });
    if (sumOf(refundsOf(transaction)) === transaction.received) transaction.status = "reversed";
    tell("refund.pending", made);
    if (fates.refunds === "later") due.push({ at: now() + LATER_SECONDS, happens: () => process(made) });
    else if (fates.refunds === "needs-attention") made.status = "needs-attention";
    else process(made);
    if (fates.refunds === "returned") due.push({ at: now() + RETURNED_SECONDS, happens: () => fail(made) });
    return made;
  }
  function process(made: Refund): void {
    made.status = "processed";
    tell("refund.processed", made);
  }
  function fail(made: Refund): void {
    made.status = "failed";
    made.transaction.status = "success";
    move("Refund", made.id, { currency: made.transaction.arrived, difference: made.amount });
    tell("refund.failed", made);
  }

  function receive(given: Omit<Recipient, "id" | "code">): Recipient {
    const key = JSON.stringify([given.type, given.number, given.bank, given.currency]);
    const known = recipients.get(key);
    if (known !== undefined) return known;
    const number = id();
    const made = { ...given, id: number, code: `RCP_${number}` };
    recipients.set(key, made);
    return made;
  }

  function transfer(given: Pick<Transfer, "reference" | "amount" | "currency"> & { readonly code: string }): Transfer {
    const { code, ...asked } = given;
    const recipient = [...recipients.values()].find((one) => one.code === code);
    if (recipient === undefined) throw new Refusal(404, "recipient_not_found", "Recipient not found");
    if (transfers.has(asked.reference))
      throw new Refusal(
        400,
        "duplicate_transfer_reference",
        "Please provide a unique reference. Reference already exists on a transfer",
      );
    if (fates.payouts === "refused") throw new Refusal(400, "transfer_not_allowed", "Transfers are not allowed");
    requireFloat(asked.amount);
    const made: Transfer = { ...asked, recipient, id: id(), status: "pending", created: now() };
    transfers.set(made.reference, made);
    if (fates.payouts === "failed") made.status = "failed";
    else if (fates.payouts === "otp") made.status = "otp";
    else if (fates.payouts === "later") due.push({ at: now() + LATER_SECONDS, happens: () => succeed(made) });
    else succeed(made);
    if (fates.payouts === "returned") due.push({ at: now() + RETURNED_SECONDS, happens: () => reverse(made) });
    return made;
  }
  function succeed(made: Transfer): void {
    made.status = "success";
    move("Transfer", made.id, { currency: made.currency, difference: -made.amount });
    tell("transfer.success", made);
  }
  function reverse(made: Transfer): void {
    made.status = "reversed";
    move("Transfer", made.id, { currency: made.currency, difference: made.amount });
    tell("transfer.reversed", made);
  }

  function dispute(transaction: Transaction): Dispute {
    const opened: Dispute = {
      id: id(),
      transaction,
      amount: transaction.received,
      status: "awaiting-merchant-feedback",
      resolution: null,
      created: now(),
    };
    disputes.push(opened);
    tell("charge.dispute.create", opened);
    return opened;
  }
  function resolve(open: Dispute, resolution: NonNullable<Dispute["resolution"]>): void {
    Object.assign(open, { status: "resolved", resolution });
    if (resolution !== "declined") giveBack(open.transaction, { amount: open.amount, note: "", isDispute: true });
    tell("charge.dispute.resolve", open);
  }

  return {
    fates,
    balances,
    transactions,
    refunds,
    transfers,
    disputes,
    entries,
    events,
    statementFaults,
    live,
    begin,
    pay,
    giveBack,
    refundsOf,
    fail,
    receive,
    transfer,
    reverse,
    dispute,
    resolve,
    move,
    setFloat: (amount: number | null): void => {
      float = amount;
    },
    /** All transactions of an order, by their names. */
    of: (reference: string): readonly Transaction[] =>
      [...transactions.values()].filter(({ name }) => name === reference || name.startsWith(`${reference}-`)),
    /** As the ledger tells it, the newest first, with what is wrong with it. */
    ledger: (): readonly Entry[] =>
      entries
        .flatMap((entry) => {
          const named = [...transactions.values()].find((one) => entry.model === "Transaction" && one.id === entry.row);
          const fault = named === undefined ? undefined : statementFaults.get(named.name.replace(/-\d+$/, ""));
          return told(entry, fault);
        })
        .reverse(),
  };
}

/** A dollar more is kept of what has another fee; of what is there twice the second bears another id. */
function told(entry: Entry, fault: WrongLine | undefined): readonly Entry[] {
  if (fault === "left_out") return [];
  if (fault === "twice") return [entry, { ...entry, id: entry.id + 500_000_000 }];
  if (fault === "fee") return [{ ...entry, difference: entry.difference - 100 }];
  return [entry];
}
