/** Stripe before the conformance suite: once by card, once by bank. */
import { afterAll, beforeAll } from "vitest";
import { formatMoney, ZERO } from "../../../src/domain/money.js";
import { type Database, openDatabase } from "../../../src/platform/database.js";
import { amountAtStripe, amountFromStripe } from "../../../src/providers/stripe/amounts.js";
import { newDatabase } from "../../harness.js";
import { conforms } from "../conformance.js";
import { DISPUTES } from "../conformance-disputes.js";
import { FAULTS, type Fate, type Fault, type Stage } from "../stage.js";
import type { RefundFate } from "./books.js";
import type { Shape } from "./shapes.js";
import { callbackOf, openStripeStage } from "./stage.js";

let db: Database;
beforeAll(async () => {
  db = openDatabase(await newDatabase(), { connections: 4 });
});
afterAll(() => db.close());

const FATES: Readonly<Record<Fate, RefundFate>> = {
  paid: "succeeded",
  refused: "refused",
  later: "later",
  returned: "returned",
};

async function stageBy(method: "card" | "bank", money = "USD"): Promise<Stage> {
  // On a clock of its own: another stage has moved that of the database.
  const database = money === "USD" ? db : openDatabase(await newDatabase(), { connections: 4 });
  const { stripe, open, advance, close } = await openStripeStage(database);
  let currency = "usd";
  const named = (kind: string, reference: string): readonly Shape[] =>
    stripe.all(kind).filter(({ metadata }) => (metadata as Shape | undefined)?.["reference"] === reference);
  const customerOf = (reference: string): unknown => named("customers", reference)[0]?.["id"];
  const isAbout = (event: Shape, reference: string): boolean => {
    const { object } = event["data"] as { object: Shape };
    const said = (object["metadata"] as Shape | undefined)?.["reference"];
    return said === reference || (object["customer"] !== null && object["customer"] === customerOf(reference));
  };
  const bank: Partial<Stage> = {
    transfer: async (reference, amount) => {
      stripe.fund(customerOf(reference), Number(amount), currency);
      return true;
    },
    setCurrency: async (code) => {
      currency = code.toLowerCase();
    },
  };
  const card: Pick<Stage, "dispute"> = {
    dispute: {
      open: async (reference, at) => {
        const [session] = stripe.all("sessions").filter((one) => one["client_reference_id"] === reference);
        const status = at === "inquiry" ? "warning_needs_response" : "needs_response";
        return String(stripe.openDispute(session?.["payment_intent"], status)["id"]);
      },
      decide: async (theirId, outcome) => stripe.closeDispute(stripe.get("disputes", theirId), outcome),
      notice: async (theirId) => {
        const isAboutIt = (event: Shape): boolean => (event["data"] as { object: Shape }).object["id"] === theirId;
        return callbackOf(stripe.signed(stripe.events.findLast(isAboutIt) as Shape, {}));
      },
      evidence: async (theirId) => {
        const evidence = stripe.get("disputes", theirId)["evidence"] as Shape;
        const files = ["service_documentation", "uncategorized_file"].filter((name) => evidence[name] !== undefined);
        return { story: String(evidence["uncategorized_text"]), files: files.length };
      },
    },
  };
  return {
    ...(method === "bank" ? bank : card),
    provider: open({ methods: [method], currencies: [money] }),
    pay: async (reference) => {
      if (method === "card") return stripe.pay(reference);
      stripe.fund(customerOf(reference), Number(named("intents", reference)[0]?.["amount"]), currency);
      return true;
    },
    notices: async (reference, { ago = 0, isUnsigned = false } = {}) =>
      stripe.events
        .filter((event) => isAbout(event, reference))
        .map((event) => {
          const { headers, body } = stripe.signed(event, { ago });
          return callbackOf({ headers: isUnsigned ? {} : headers, body });
        }),
    covers: [],
    setRefunds: async (fate) => stripe.setFate(FATES[fate]),
    setFloat: async (amount) =>
      stripe.setFloat(amount === null ? null : Number(amountAtStripe(amount, money) ?? amount)),
    faults: Object.keys(FAULTS) as Fault[],
    fault: async (kind) => (kind === null ? stripe.fault() : stripe.fault({ kind })),
    faultStatement: async (reference, fault) => {
      stripe.statementFaults.set(reference, fault);
    },
    advance,
    made: async (reference) => {
      const [customers, intents] = [named("customers", reference), named("intents", reference)];
      const payments = method === "card" ? named("sessions", reference) : most(customers, intents);
      return [...payments, ...named("refunds", reference)].map((one) =>
        formatMoney(amountFromStripe(Number(one["amount_total"] ?? one["amount"] ?? 0), money) ?? ZERO),
      );
    },
    secrets: [stripe.key, stripe.secret, "ada@buyer.example"],
    close: async () => {
      await close();
      if (database !== db) await database.close();
    },
  };
}

/** A payment by bank is a Customer, and then a payment of theirs: neither may be there twice. */
const most = (customers: readonly Shape[], intents: readonly Shape[]): readonly Shape[] =>
  intents.length >= customers.length ? intents : customers;

const PAYOUTS = [
  "a payout is paid once for one reference, however often it is asked for, at once and a day later",
  "a payout that is refused stays refused, with a reason, and nothing leaves",
  "a payout that takes its time is pending each time it is asked for, until it is paid",
  "a payout that comes back is told when it is asked for again, and is not paid a second time",
  "a payout for which our balance does not reach waits, and is paid once it does",
  ...Object.keys(FAULTS).map(
    (kind) => `a payout whose answer was ${kind} is paid once, asked for again at once or after 25 hours`,
  ),
];
/** A card that is declined is followed by another, on the same page. */
const DECLINED = "a refusal is reported with its reason, and no money is taken afterwards";

const BY_CARD = [
  ...PAYOUTS,
  DECLINED,
  "less, more, a second time and late: each money is a receipt of its own",
  "money in another currency is reported as what it is",
];
conforms("Stripe by card", () => stageBy("card"), { skipped: BY_CARD });
/** A currency without decimals. */
conforms("Stripe by card in CFA francs", () => stageBy("card", "XOF"), { skipped: BY_CARD, isWide: true });
conforms("Stripe by bank", () => stageBy("bank"), { skipped: [...PAYOUTS, DECLINED, ...DISPUTES] });
