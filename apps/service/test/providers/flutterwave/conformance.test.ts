/** Flutterwave before the conformance suite: cards in dollars, and in francs that have no coins; payouts in naira. */
import { cents, formatMoney } from "../../../src/domain/money.js";
import { openDatabase } from "../../../src/platform/database.js";
import { newDatabase } from "../../harness.js";
import { conforms } from "../conformance.js";
import { DISPUTES } from "../conformance-disputes.js";
import { TIMED } from "../conformance-notices.js";
import { FAULTS, type Fault, type Stage } from "../stage.js";
import type { Event } from "./books.js";
import { openFlutterwaveStage } from "./stage.js";

const stageIn = (own: string) => async (): Promise<Stage> => {
  // Ids of one double are those of another.
  const db = openDatabase(await newDatabase(), { connections: 4 });
  const { double, provider, advance, close } = await openFlutterwaveStage(db, { currencies: [own, "NGN"] });
  const { books } = double;
  let currency = own;
  /** The one whose address the payer has. */
  const shown = (reference: string) => books.pagesOf(reference).findLast(({ isTold }) => isTold);
  const isAbout = ({ about }: Event, reference: string): boolean => {
    if ("comment" in about) return about.comment === reference;
    return "reference" in about && about.reference === reference;
  };
  const money = (some: readonly { readonly amount: number }[]): readonly string[] =>
    some.map(({ amount }) => formatMoney(cents(BigInt(amount))));
  return {
    provider,
    isUntimed: true,
    isUncovered: true,
    pay: async (reference) => {
      const page = shown(reference);
      const isTaken = page !== undefined && books.pay(page, currency);
      // Its id is known from then on: what a refund is asked for by.
      if (isTaken) await provider.lookUp(reference);
      return isTaken;
    },
    transfer: async (reference, amount) => {
      books.charge({ reference, amount: Number(amount), currency });
      return true;
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
    payee: { kind: "bank", name: "Ada Byron", bank: "Zenith Bank", number: "0690000040" },
    setFloat: async (amount) => books.setFloat(amount === null ? null : Number(amount)),
    faults: Object.keys(FAULTS) as Fault[],
    fault: async (kind) => double.fault(kind),
    faultStatement: async (reference, fault) => {
      books.statementFaults.set(reference, fault);
    },
    advance,
    made: async (reference) => {
      // Nobody can pay on a page whose address came to nobody: of those that did not come, there is at most one.
      const told = books.pagesOf(reference).filter(({ isTold }) => isTold);
      const pages = told.length > 0 ? told : books.pagesOf(reference).slice(-1);
      const refunds = books.refunds.filter(({ comment }) => comment === reference);
      const transfers = books.transfers.filter((one) => one.reference.startsWith(reference));
      return money([...pages, ...refunds, ...transfers]);
    },
    secrets: [double.key, double.word, "ada@buyer.example", "0690000040"],
    close: async () => {
      await close();
      await db.close();
    },
  };
};

const skipped = [...DISPUTES, TIMED, "a refusal is reported with its reason, and no money is taken afterwards"];

conforms("Flutterwave", stageIn("USD"), { skipped });
conforms("Flutterwave in Rwandan francs", stageIn("RWF"), { skipped, isWide: true });
