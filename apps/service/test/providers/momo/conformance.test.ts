/** MTN MoMo before the conformance suite: wallets of Liberia that hold dollars, and of Uganda in a currency without coins. */
import { afterAll, beforeAll } from "vitest";
import { formatMoney } from "../../../src/domain/money.js";
import { type Database, openDatabase } from "../../../src/platform/database.js";
import { newDatabase } from "../../harness.js";
import { cents } from "../../payments/desk.js";
import { conforms } from "../conformance.js";
import { STATEMENT } from "../conformance-books.js";
import { DISPUTES } from "../conformance-disputes.js";
import { TIMED } from "../conformance-notices.js";
import { FAULTS, type Fate, type Fault, type Stage } from "../stage.js";
import { openMomoStage } from "./stage.js";

let db: Database;
beforeAll(async () => {
  db = openDatabase(await newDatabase(), { connections: 4 });
});
afterAll(() => db.close());

const stageOf = (target: string, currency: string, phone: string) => async (): Promise<Stage> => {
  const { double, provider, advance, close } = await openMomoStage(db, { target, currency });
  const { books } = double;
  let arrived: string = currency;
  const request = (reference: string) => books.of(reference).find(({ kind }) => kind === "requesttopay");
  const fated = (kind: "refund" | "transfer") => async (fate: Fate) => {
    if (fate === "returned") throw new Error("nothing comes back from MTN MoMo");
    books.fates[kind] = fate;
  };
  return {
    provider,
    isUntimed: true,
    isUncovered: true,
    pay: async (reference) => {
      const found = request(reference);
      if (found === undefined) return false;
      found.arrived = arrived;
      return books.answer(found);
    },
    decline: async (reference) => {
      const found = request(reference);
      if (found !== undefined) books.answer(found, "APPROVAL_REJECTED");
    },
    setCurrency: async (code) => {
      arrived = code === "EUR" ? code : currency;
    },
    // It bears no signature in the first place.
    notices: async (reference) => books.of(reference).map((entry) => double.callback(entry)),
    covers: [],
    setRefunds: fated("refund"),
    setPayouts: fated("transfer"),
    payee: { kind: "mobile_money", name: "Ada Byron", number: phone },
    setFloat: async (amount) => books.setFloat(amount === null ? null : Number(amount)),
    faults: Object.keys(FAULTS) as Fault[],
    fault: async (kind) => double.fault(kind),
    faultStatement: async () => {
      throw new Error("it has no statement");
    },
    advance,
    made: async (reference) =>
      books
        .of(reference)
        .filter(({ status }) => status !== "FAILED")
        .map(({ amount }) => formatMoney(cents((amount / 100).toFixed(2)))),
    secrets: [
      phone.slice(1),
      "ada@buyer.example",
      ...Object.values(double.access).flatMap(({ subscriptionKey, apiKey }) => [subscriptionKey, apiKey]),
    ],
    close,
  };
};

const skipped = [
  ...DISPUTES,
  ...STATEMENT,
  TIMED,
  "the least and the most are taken",
  "less, more, a second time and late: each money is a receipt of its own",
  "a refund that fails after it was paid is told when it is asked for again, and can be made anew",
  "a payout that comes back is told when it is asked for again, and is not paid a second time",
];

conforms("MTN MoMo in Liberia", stageOf("mtnliberia", "USD", "+231886123456"), { skipped });
conforms("MTN MoMo in Uganda", stageOf("mtnuganda", "UGX", "+256772123456"), { skipped, isWide: true });
