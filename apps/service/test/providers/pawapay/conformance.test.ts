/** pawaPay before the conformance suite: wallets that hold dollars, and francs that have no coins. */
import { formatMoney } from "../../../src/domain/money.js";
import { openDatabase } from "../../../src/platform/database.js";
import { newDatabase } from "../../harness.js";
import { cents } from "../../payments/desk.js";
import { conforms } from "../conformance.js";
import { DISPUTES } from "../conformance-disputes.js";
import { FAULTS, type Fate, type Fault, type Stage } from "../stage.js";
import { TOKEN } from "./double.js";
import { openPawapayStage } from "./stage.js";

type Wallets = { readonly country: string; readonly own: string; readonly phone: string };

const stageOf =
  ({ country, own, phone }: Wallets) =>
  async (): Promise<Stage> => {
    // Ids of one double are those of another.
    const db = openDatabase(await newDatabase(), { connections: 4 });
    const { double, provider, advance, close } = await openPawapayStage(db, { countries: [country] });
    const { books } = double;
    let currency = own;
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
      payee: { kind: "mobile_money", name: "Ada Byron", number: `+${phone}` },
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
      secrets: [phone, "ada@buyer.example", TOKEN],
      close: async () => {
        await close();
        await db.close();
      },
    };
  };

const skipped = [
  ...DISPUTES,
  "less, more, a second time and late: each money is a receipt of its own",
  "a refund that fails after it was paid is told when it is asked for again, and can be made anew",
  "a payout that comes back is told when it is asked for again, and is not paid a second time",
];

conforms("pawapay", stageOf({ country: "COD", own: "USD", phone: "243813456789" }), { skipped });
conforms("pawapay in Rwanda", stageOf({ country: "RWA", own: "RWF", phone: "250783456789" }), {
  skipped,
  isWide: true,
});
