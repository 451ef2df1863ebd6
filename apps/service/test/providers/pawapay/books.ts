/** What the double of pawaPay knows: its deposits, payouts and refunds, its wallets, and the statement of what moved. */
import { randomUUID } from "node:crypto";
import type { Json } from "../../../src/providers/pawapay/answers.js";
import type { WrongLine } from "../stage.js";

export type Operation = "DEPOSIT" | "PAYOUT" | "REFUND";

export type Entry = {
  readonly operation: Operation;
  readonly id: string;
  readonly reference: string;
  readonly country: string;
  readonly currency: string;
  /** In hundredths. */
  readonly amount: number;
  /** As it was asked for. */
  readonly text: string;
  readonly operator: string;
  readonly phone: string;
  /** Of a refund. */
  readonly depositId: string | null;
  /** What it was asked for in, when another currency arrived. */
  arrived: string;
  status: "ACCEPTED" | "ENQUEUED" | "PROCESSING" | "IN_RECONCILIATION" | "COMPLETED" | "FAILED";
  failure: string | null;
  /** Seconds of the double's clock at which it ends by itself; null for never. */
  endsAt: number | null;
  readonly created: string;
};

/** `short`: taken, and failed later, for the wallet does not reach. */
type Fate = "paid" | "refused" | "later" | "failed" | "short";

const LATER_SECONDS = 600;
/** Of a hundred, of each deposit. */
const FEE = 2;

export type Books = ReturnType<typeof openBooks>;

export function openBooks(now: () => number) {
  const entries = new Map<string, Entry>();
  const balances = new Map<string, number>();
  const rows: string[][] = [];
  const statementFaults = new Map<string, WrongLine>();
  const fates: { REFUND: Fate; PAYOUT: Fate } = { REFUND: "paid", PAYOUT: "paid" };
  /** How much may leave; null for all that there is. */
  let float: number | null = null;
  let lateSeconds = 0;

  const move = (
    type: string,
    entry: Pick<Entry, "id" | "country" | "currency" | "operator" | "phone">,
    amount: number,
  ): void => {
    const wallet = `${entry.country} ${entry.currency}`;
    const balance = (balances.get(wallet) ?? 0) + amount;
    balances.set(wallet, balance);
    const at = new Date(now() * 1000).toISOString();
    const size = (Math.abs(amount) / 100).toFixed(2);
    rows.push([
      at,
      entry.id,
      entry.phone,
      size,
      entry.currency,
      `"${entry.operator}, mobile"`,
      type,
      (balance / 100).toFixed(2),
      entry.country,
    ]);
  };
  move("TOP_UP", { id: randomUUID(), country: "COD", currency: "USD", operator: "-", phone: "" }, 1_000_000_00);

  const complete = (entry: Entry): void => {
    entry.status = "COMPLETED";
    const isIn = entry.operation === "DEPOSIT";
    const moved = { ...entry, currency: entry.arrived };
    move(entry.operation, moved, isIn ? entry.amount : -entry.amount);
    if (isIn) move("FEE", moved, -Math.round((entry.amount * FEE) / 100));
  };
  const fail = (entry: Entry, code: string): void => {
    entry.status = "FAILED";
    entry.failure = code;
  };
  /** What time alone has ended. */
  const refreshed = (entry: Entry): Entry => {
    if (entry.endsAt !== null && entry.endsAt <= now() && isOpen(entry)) complete(entry);
    return entry;
  };
  const isOpen = ({ status }: Entry): boolean => status !== "COMPLETED" && status !== "FAILED";
  const all = (): readonly Entry[] => [...entries.values()].map(refreshed);

  function take(given: Omit<Entry, "status" | "failure" | "endsAt" | "created" | "arrived">): Entry {
    const entry: Entry = {
      ...given,
      arrived: given.currency,
      status: "ACCEPTED",
      failure: null,
      endsAt: null,
      created: new Date(now() * 1000).toISOString(),
    };
    entries.set(entry.id, entry);
    if (entry.operation === "DEPOSIT") return entry;
    switch (fates[entry.operation]) {
      case "paid":
        complete(entry);
        break;
      case "later":
        entry.status = "ENQUEUED";
        entry.endsAt = now() + LATER_SECONDS;
        break;
      case "failed":
        fail(entry, "RECIPIENT_NOT_FOUND");
        break;
      case "short":
        fail(entry, "PAWAPAY_WALLET_OUT_OF_FUNDS");
        break;
      default:
    }
    return entry;
  }

  /** Why money may not leave now; null when it may. */
  function problemOfLeaving(operation: "PAYOUT" | "REFUND", amount: number): string | null {
    if (fates[operation] === "refused") return "INVALID_PHONE_NUMBER";
    return float !== null && amount > float ? "PAWAPAY_WALLET_OUT_OF_FUNDS" : null;
  }

  function problemOfRefund(depositId: string, amount: number): string | null {
    const deposit = find("DEPOSIT", depositId);
    if (deposit === null) return "NOT_FOUND";
    if (deposit.status !== "COMPLETED") return "INVALID_STATE";
    const made = all().filter((one) => one.depositId === depositId && one.status !== "FAILED");
    if (made.some(isOpen)) return "REFUND_IN_PROGRESS";
    const left = deposit.amount - made.reduce((sum, one) => sum + one.amount, 0);
    if (left === 0) return "DEPOSIT_ALREADY_REFUNDED";
    return amount > left ? "AMOUNT_TOO_LARGE" : problemOfLeaving("REFUND", amount);
  }

  const find = (operation: Operation, id: string): Entry | null => {
    const found = entries.get(id);
    return found?.operation === operation ? refreshed(found) : null;
  };

  return {
    fates,
    balances,
    take,
    find,
    problemOfLeaving,
    problemOfRefund,
    complete,
    fail,
    setFloat: (amount: number | null) => {
      float = amount;
    },
    ended: (): readonly Entry[] => all().filter((one) => !isOpen(one)),
    open: (): readonly Entry[] => all().filter(isOpen),
    /** What there is under a reference of ours, the oldest first. */
    of: (reference: string): readonly Entry[] => all().filter((one) => one.reference === reference),
    statementFaults,
    /** The statement tells so long after it moved what did; the balance has it at once. */
    tellLate: (seconds: number) => {
      lateSeconds = seconds;
    },
    /** Of one wallet, as a file, with what is wrong with it; the balance knows nothing of that. */
    statement: (country: string, currency: string): string => {
      const own = rows
        .filter((row) => row[8] === country && row[4] === currency)
        .filter(([at = ""]) => Date.parse(at) / 1000 <= now() - lateSeconds)
        .flatMap((row) => told(row, statementFaults.get(row[1] ?? "")))
        .map((row) => row.slice(0, 8).join(","));
      return `${["Time,ID,Phone number,Amount,Currency,Operator,Type,Balance", ...own].join("\r\n")}\r\n`;
    },
  };
}

/** A dollar more; of what is there twice the second under another id. */
function told(row: readonly string[], fault: WrongLine | undefined): readonly (readonly string[])[] {
  const isFee = row[6] === "FEE";
  if (fault === "left_out" && !isFee) return [];
  if (fault === "twice" && !isFee) return [row, row.with(1, `${row[1]}-again`)];
  const isDearer = (fault === "fee" && isFee) || (fault === "amount" && !isFee);
  if (isDearer) return [row.with(3, (Number(row[3]) + 1).toFixed(2))];
  if (fault === "unknown" && !isFee) return [row, row.with(1, `${row[1]}-hold`).with(3, "1.00").with(6, "ADJUSTMENT")];
  return [row];
}

/** As look-ups and callbacks show it. */
export function shown(entry: Entry): Json {
  const { id, operation, status, text, arrived, country, reference, operator, phone, created, failure, depositId } =
    entry;
  const account = { type: "MMO", accountDetails: { phoneNumber: phone, provider: operator } };
  const common = { status, amount: text, currency: arrived, country, created, clientReferenceId: reference };
  const failed = failure === null ? {} : { failureReason: { failureCode: failure, failureMessage: `Not to ${phone}` } };
  switch (operation) {
    case "DEPOSIT":
      return { depositId: id, ...common, payer: account, ...failed };
    case "PAYOUT":
      return { payoutId: id, ...common, recipient: account, ...failed };
    case "REFUND":
      return { refundId: id, depositId, ...common, recipient: account, ...failed };
    default:
      return operation satisfies never;
  }
}
