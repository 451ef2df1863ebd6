/** What the double of Flutterwave knows: pages, transactions, refunds, transfers and chargebacks, and its balances. */
import { unixSeconds } from "../../../src/platform/clock.js";
import type { Json } from "../../../src/providers/answers.js";
import { Refusal } from "../refusal.js";
import type { Fate, WrongLine } from "../stage.js";

/** Amounts are hundredths. `created`: by the clock that the test moves; `written`: by this machine's. */
type Made = { readonly id: number; readonly created: number; readonly written: number };

export type Page = {
  readonly code: string;
  readonly reference: string;
  readonly amount: number;
  readonly currency: string;
  readonly given: Json;
  /** Whether the answer with its address arrived. */
  isTold: boolean;
  isDisabled: boolean;
};

export type Transaction = Made & {
  readonly reference: string;
  readonly amount: number;
  readonly currency: string;
  readonly flwRef: string;
  status: "successful" | "pending" | "failed" | "cancelled" | "reversed";
  settled: number;
};

export type Refund = Made & {
  readonly transaction: Transaction;
  readonly amount: number;
  readonly comment: string;
  status: string;
};

export type Transfer = Made & {
  readonly reference: string;
  readonly amount: number;
  readonly currency: string;
  readonly bank: string;
  readonly number: string;
  readonly name: string;
  status: "NEW" | "PENDING" | "SUCCESSFUL" | "FAILED";
  message: string;
};

export type Chargeback = Made & { readonly transaction: Transaction; readonly amount: number; status: string };

export type Event = { readonly event: string; readonly about: Transaction | Refund | Transfer | Chargeback };
export type Books = ReturnType<typeof openBooks>;

const LATER_SECONDS = 600;
const RETURNED_SECONDS = 3_600;
export const TRANSFER_FEE = 50;

export function openBooks(now: () => number) {
  let count = 0;
  const made = (): Made => {
    count += 1;
    return { id: 4_000_000 + count, created: now(), written: unixSeconds() };
  };
  const pages: Page[] = [];
  const transactions: Transaction[] = [];
  const refunds: Refund[] = [];
  const transfers: Transfer[] = [];
  const chargebacks: Chargeback[] = [];
  const balances = new Map<string, number>();
  const events: Event[] = [];
  const due: { readonly at: number; readonly happens: () => void }[] = [];
  const statementFaults = new Map<string, WrongLine>();
  const fates: { refunds: Fate | "unpaid"; payouts: Fate | "failed" } = { refunds: "paid", payouts: "paid" };
  /** How much may leave; null for all that there is. */
  let float: number | null = null;
  let isShortLater = false;

  const move = (currency: string, difference: number): void =>
    void balances.set(currency, (balances.get(currency) ?? 0) + difference);
  const tell = (event: string, about: Event["about"]): void => void events.push({ event, about });
  const isBeyondFloat = (amount: number): boolean => float !== null && amount > float;

  const live = (): void => {
    for (const one of due.splice(0)) {
      if (one.at <= now()) one.happens();
      else due.push(one);
    }
  };

  function open(given: Pick<Page, "reference" | "amount" | "currency" | "given">): Page {
    const page = { ...given, code: `flwlnk-${made().id}`, isTold: false, isDisabled: false };
    pages.push(page);
    return page;
  }

  /** Somebody pays under a reference, with whatever they like: the account's public key is all that it takes. */
  function charge(given: Pick<Transaction, "reference" | "amount" | "currency">): Transaction {
    const known = made();
    const settled = given.amount - Math.round(given.amount * 0.038);
    const charged: Transaction = { ...given, ...known, flwRef: `FLW-MOCK-${known.id}`, status: "successful", settled };
    transactions.push(charged);
    move(given.currency, settled);
    tell("charge.completed", charged);
    return charged;
  }

  /** The payer pays on the page; false where that is over. */
  function pay({ reference, amount, currency, isDisabled }: Page, arrived = currency): boolean {
    if (isDisabled || transactions.some((one) => one.reference === reference && one.status === "successful"))
      return false;
    charge({ reference, amount, currency: arrived });
    return true;
  }

  const standing = (some: readonly Refund[]): number =>
    some.filter(({ status }) => status !== "failed").reduce((all, { amount }) => all + amount, 0);
  const refundsOf = (transaction: Transaction): readonly Refund[] =>
    refunds.filter((one) => one.transaction === transaction);

  function giveBack(transaction: Transaction, { amount, comment }: { amount: number; comment: string }): Refund {
    if (fates.refunds === "refused") throw new Refusal(400, "Refund is not allowed on this account");
    if (transaction.status !== "successful") throw new Refusal(400, "Transaction was not successful");
    if (amount <= 0 || amount > transaction.amount - standing(refundsOf(transaction)))
      throw new Refusal(400, "Refund amount is more than what is left");
    if (isBeyondFloat(amount)) throw new Refusal(400, "Insufficient funds in available wallet");
    const one: Refund = { ...made(), transaction, amount, comment, status: "completed" };
    refunds.push(one);
    move(transaction.currency, -amount);
    if (fates.refunds === "later") due.push({ at: now() + LATER_SECONDS, happens: () => disburse(one) });
    else if (fates.refunds === "unpaid") endRefund(one, "failed");
    else disburse(one);
    if (fates.refunds === "returned")
      due.push({ at: now() + RETURNED_SECONDS, happens: () => endRefund(one, "failed") });
    return one;
  }
  const disburse = (one: Refund): void => endRefund(one, "completed-mpgs");
  function endRefund(one: Refund, status: string): void {
    one.status = status;
    if (status === "failed") move(one.transaction.currency, one.amount);
    tell("refund.completed", one);
  }

  function transfer(given: Pick<Transfer, "reference" | "amount" | "currency" | "bank" | "number" | "name">): Transfer {
    if (transfers.some(({ reference }) => reference === given.reference))
      throw new Refusal(400, "Transfer with reference already exists");
    if (fates.payouts === "refused") throw new Refusal(400, "Transfers are not enabled");
    if (isBeyondFloat(given.amount) && !isShortLater) throw new Refusal(400, "Insufficient balance in wallet");
    const one: Transfer = { ...given, ...made(), status: "NEW", message: "" };
    transfers.push(one);
    if (isBeyondFloat(given.amount))
      endTransfer(one, "FAILED", "DISBURSE FAILED: Insufficient funds in customer wallet");
    else if (fates.payouts === "failed") endTransfer(one, "FAILED", "DISBURSE FAILED: Account is closed");
    else if (fates.payouts === "later")
      due.push({
        at: now() + LATER_SECONDS,
        happens: () => endTransfer(one, "SUCCESSFUL", "Transaction was successful"),
      });
    else endTransfer(one, "SUCCESSFUL", "Transaction was successful");
    if (fates.payouts === "returned") due.push({ at: now() + RETURNED_SECONDS, happens: () => reverse(one) });
    return one;
  }
  function endTransfer(one: Transfer, status: "SUCCESSFUL" | "FAILED", message: string): void {
    Object.assign(one, { status, message });
    if (status === "SUCCESSFUL") move(one.currency, -one.amount - TRANSFER_FEE);
    tell("transfer.completed", one);
  }
  function reverse(one: Transfer): void {
    Object.assign(one, { status: "FAILED", message: "DISBURSE FAILED: Transaction was reversed" });
    move(one.currency, one.amount);
    tell("transfer.completed", one);
  }

  function dispute(transaction: Transaction): Chargeback {
    const opened = { ...made(), transaction, amount: transaction.amount, status: "initiated" };
    chargebacks.push(opened);
    tell("chargeback.initiated", opened);
    return opened;
  }

  for (const currency of ["USD", "NGN"]) charge({ reference: "FUNDING", amount: 1_000_000_00, currency });

  return {
    fates,
    balances,
    pages,
    transactions,
    refunds,
    transfers,
    chargebacks,
    events,
    statementFaults,
    live,
    open,
    charge,
    pay,
    giveBack,
    refundsOf,
    endRefund,
    transfer,
    reverse,
    dispute,
    tell,
    of: (reference: string): readonly Transaction[] => transactions.filter((one) => one.reference === reference),
    pagesOf: (reference: string): readonly Page[] => pages.filter((one) => one.reference === reference),
    /** @param later a transfer beyond it is taken, and fails. */
    setFloat: (amount: number | null, later = false): void => {
      float = amount;
      isShortLater = later;
    },
  };
}

/** As lists of days tell them, with what is wrong: a dollar more is kept of what has another fee. */
export function withFaults(all: readonly Transaction[], faults: Books["statementFaults"]): readonly Transaction[] {
  return all.flatMap((one) => {
    const fault = faults.get(one.reference);
    if (fault === "left_out") return [];
    if (fault === "twice") return [one, { ...one, id: one.id + 500_000 }];
    return fault === "fee" ? [{ ...one, settled: one.settled - 100 }] : [one];
  });
}
