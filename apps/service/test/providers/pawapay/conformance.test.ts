/** pawaPay before the conformance suite. */
import { afterAll, beforeAll } from "vitest";
import { formatMoney } from "../../../src/domain/money.js";
import { type Database, openDatabase } from "../../../src/platform/database.js";
import { newDatabase } from "../../harness.js";
import { cents } from "../../payments/desk.js";
import { conforms } from "../conformance.js";
import { DISPUTES } from "../conformance-disputes.js";
import { FAULTS, type Fate, type Fault, type Stage } from "../stage.js";
import { TOKEN } from "./double.js";
import { openPawapayStage } from "./stage.js";

let db: Database;
beforeAll(async () => {
  db = openDatabase(await newDatabase(), { connections: 4 });
});
afterAll(() => db.close());

const PHONE = "243813456789";

async function stage(): Promise<Stage> {
  const { double, provider, advance, close } = await openPawapayStage(db);
  const { books } = double;
  let currency = "USD";
  const deposit = (reference: string) => books.of(reference).find(({ operation }) => operation === "DEPOSIT");
  const fated = (operation: "REFUND" | "PAYOUT") => async (fate: Fate) => {
    if (fate === "returned") throw new Error("nothing comes back from pawaPay");
    books.fates[operation] = fate;
  };
  return {
    provider,
    pay: async (reference) => {
      const found = deposit(reference);
      if (found?.status !== "ACCEPTED") return false;
      found.arrived = currency;
      books.complete(found);
      return true;
    },
    decline: async (reference) => {
      const found = deposit(reference);
      if (found !== undefined) books.fail(found, "PAYMENT_NOT_APPROVED");
    },
    setCurrency: async (code) => {
      currency = code;
    },
    notices: (reference, how) => Promise.all(books.of(reference).map((entry) => double.signed(entry, how))),
    covers: ["path", "host", "method"],
    setRefunds: fated("REFUND"),
    setPayouts: fated("PAYOUT"),
    payee: { kind: "mobile_money", name: "Ada Byron", number: `+${PHONE}` },
    setFloat: async (amount) => books.setFloat(amount === null ? null : Number(amount)),
    faults: Object.keys(FAULTS) as Fault[],
    fault: async (kind) => double.fault(kind),
    faultStatement: async (reference, fault) => {
      for (const { id } of books.of(reference)) books.statementFaults.set(id, fault);
    },
    advance,
    made: async (reference) =>
      books
        .of(reference)
        .filter(({ status }) => status !== "FAILED")
        .map(({ amount }) => formatMoney(cents((amount / 100).toFixed(2)))),
    secrets: [PHONE, "ada@buyer.example", TOKEN],
    close,
  };
}

conforms("pawapay", stage, {
  skipped: [
    ...DISPUTES,
    "less, more, a second time and late: each money is a receipt of its own",
    "a refund that fails after it was paid is told when it is asked for again, and can be made anew",
    "a payout that comes back is told when it is asked for again, and is not paid a second time",
  ],
});
