/** Paystack before the conformance suite: cards in dollars, and in francs that have no coins; payouts in naira. */
import { cents, formatMoney } from "../../../src/domain/money.js";
import { openDatabase } from "../../../src/platform/database.js";
import { newDatabase } from "../../harness.js";
import { conforms } from "../conformance.js";
import { DISPUTES } from "../conformance-disputes.js";
import { TIMED } from "../conformance-notices.js";
import { FAULTS, type Fault, type Stage } from "../stage.js";
import type { Event, Transaction } from "./books.js";
import { openPaystackStage } from "./stage.js";

const stageIn = (own: string) => async (): Promise<Stage> => {
  // Ids of one double are those of another.
  const db = openDatabase(await newDatabase(), { connections: 4 });
  const { double, provider, advance, close } = await openPaystackStage(db, { currencies: [own, "NGN"] });
  const { books } = double;
  let currency = own;
  /** The one whose page the payer has. */
  const shown = (reference: string): Transaction | undefined => books.of(reference).findLast(({ isTold }) => isTold);
  const isAbout = ({ about }: Event, reference: string): boolean => {
    if ("isTold" in about) return books.of(reference).includes(about);
    return "note" in about ? about.note === reference : "reference" in about && about.reference === reference;
  };
  const money = (some: readonly { readonly amount: number }[]): readonly string[] =>
    some.map(({ amount }) => formatMoney(cents(BigInt(amount))));
  return {
    provider,
    isUntimed: true,
    pay: async (reference) => {
      const found = shown(reference);
      if (found === undefined) return false;
      found.arrived = currency;
      return books.pay(found);
    },
    setCurrency: async (code) => {
      currency = code;
    },
    notices: async (reference, { isUnsigned = false } = {}) =>
      books.events
        .filter((event) => isAbout(event, reference))
        .map((event) => double.signed(event))
        .map((notice) => (isUnsigned ? { ...notice, headers: {} } : notice)),
    covers: [],
    setRefunds: async (fate) => {
      books.fates.refunds = fate;
    },
    setPayouts: async (fate) => {
      books.fates.payouts = fate;
    },
    payee: { kind: "bank", name: "Ada Byron", bank: "Zenith Bank", number: "0000000000" },
    setFloat: async (amount) => books.setFloat(amount === null ? null : Number(amount)),
    faults: Object.keys(FAULTS) as Fault[],
    fault: async (kind) => double.fault(kind),
    faultStatement: async (reference, fault) => {
      books.statementFaults.set(reference, fault);
    },
    advance,
    made: async (reference) => {
      const transfer = books.transfers.get(reference);
      const refunds = books.refunds.filter(({ note }) => note === reference);
      // Nobody can pay on a page whose address came to nobody: of those that did not come, there is at most one.
      const told = books.of(reference).filter(({ isTold, paidAt }) => isTold || paidAt !== null);
      const transactions = told.length > 0 ? told : books.of(reference).slice(-1);
      return money([...transactions, ...refunds, ...(transfer === undefined ? [] : [transfer])]);
    },
    secrets: [double.key, "ada@buyer.example", "0000000000"],
    close: async () => {
      await close();
      await db.close();
    },
  };
};

const skipped = [
  ...DISPUTES,
  TIMED,
  "a refusal is reported with its reason, and no money is taken afterwards",
  "less, more, a second time and late: each money is a receipt of its own",
];

conforms("Paystack", stageIn("USD"), { skipped });
conforms("Paystack in CFA francs", stageIn("XOF"), { skipped, isWide: true });
