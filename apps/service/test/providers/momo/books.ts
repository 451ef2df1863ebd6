/** What the double of MTN MoMo knows: requests to pay, refunds and transfers, and a wallet of each product. */
import type { Fate } from "../stage.js";

export type Kind = "requesttopay" | "refund" | "transfer";

/** Amounts are hundredths. */
export type Entry = {
  readonly kind: Kind;
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  readonly externalId: string;
  readonly party: string;
  /** Of a refund: what it is of. */
  readonly of: string | null;
  status: "PENDING" | "SUCCESSFUL" | "FAILED";
  reason: string | null;
  /** In what came, where that is not what was asked for. */
  arrived: string;
};

export type Books = ReturnType<typeof openBooks>;

const LATER_SECONDS = 600;

export function openBooks(now: () => number, currency: string) {
  const entries = new Map<string, Entry>();
  const due: { readonly at: number; readonly happens: () => void }[] = [];
  const fates: Record<"refund" | "transfer", Fate | "down"> = { refund: "paid", transfer: "paid" };
  const wallets = { collection: 0, disbursement: 100_000_000 };
  /** How much may leave; null for all that there is. */
  let float: number | null = null;

  const live = (): void => {
    for (const one of due.splice(0)) {
      if (one.at <= now()) one.happens();
      else due.push(one);
    }
  };

  const end = (entry: Entry, status: "SUCCESSFUL" | "FAILED", reason: string | null = null): void =>
    void Object.assign(entry, { status, reason });

  /** The payer agrees, or does not; false where that is over. */
  function answer(entry: Entry, reason: string | null = null): boolean {
    if (entry.status !== "PENDING") return false;
    end(entry, reason === null ? "SUCCESSFUL" : "FAILED", reason);
    if (reason === null) wallets.collection += entry.amount;
    return true;
  }

  const leftOf = (paid: Entry): number =>
    [...entries.values()]
      .filter(({ kind, of, status }) => kind === "refund" && of === paid.id && status !== "FAILED")
      .reduce((left, { amount }) => left - amount, paid.amount);

  function add(given: Omit<Entry, "status" | "reason" | "arrived">): Entry {
    const paid = given.of === null ? null : entries.get(given.of);
    const left = paid?.status === "SUCCESSFUL" ? leftOf(paid) : 0;
    const entry: Entry = { ...given, status: "PENDING", reason: null, arrived: given.currency };
    entries.set(given.id, entry);
    if (given.kind === "requesttopay") return entry;
    const fate = fates[given.kind];
    if (given.kind === "refund" && given.amount > left) end(entry, "FAILED", "NOT_ALLOWED");
    else if (fate === "refused") end(entry, "FAILED", "PAYEE_NOT_ALLOWED_TO_RECEIVE");
    else if (fate === "down") end(entry, "FAILED", "SERVICE_UNAVAILABLE");
    else if (float !== null && given.amount > float) end(entry, "FAILED", "NOT_ENOUGH_FUNDS");
    else if (fate === "later") due.push({ at: now() + LATER_SECONDS, happens: () => pay(entry) });
    else pay(entry);
    return entry;
  }
  function pay(entry: Entry): void {
    wallets.disbursement -= entry.amount;
    end(entry, "SUCCESSFUL");
  }

  return {
    currency,
    entries,
    fates,
    wallets,
    live,
    add,
    answer,
    end,
    setFloat: (amount: number | null): void => {
      float = amount;
    },
    of: (reference: string): readonly Entry[] =>
      [...entries.values()].filter(({ externalId }) => externalId === reference),
  };
}
