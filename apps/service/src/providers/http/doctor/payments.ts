/** Orders, payments, and how they are called off. */
import { type Cents, cents } from "../../../domain/money.js";
import type { PaymentOrder, PaymentReport } from "../../port.js";
import {
  ASKED,
  type Bench,
  type Check,
  DAY_AND_MORE,
  mustBe,
  mustBeMade,
  mustEqual,
  orderOf,
  said,
  takesOf,
  Wrong,
} from "./bench.js";

export async function ordered(bench: Bench, amount?: Cents): Promise<PaymentOrder> {
  const order = orderOf(bench, amount);
  mustBe("an order", await bench.adapter.createPayment(order, ASKED), ["created"]);
  return order;
}

export async function paid(bench: Bench): Promise<PaymentOrder> {
  const order = await ordered(bench);
  if (!(await bench.test.pay(order.reference))) throw new Wrong("the helper did not pay what was just ordered");
  return order;
}

async function reportsOf({ adapter }: Bench, reference: string): Promise<readonly PaymentReport[]> {
  return mustBe("a look-up of what was ordered", await adapter.lookUp(reference, ASKED), ["known"]).reports;
}

const noPayments = (bench: Bench): string | null => (takesOf(bench) === null ? "it takes no payments" : null);
const cannot =
  (play: Bench["plays"]["plays"][number]) =>
  (bench: Bench): string | null =>
    noPayments(bench) ?? (bench.plays.plays.includes(play) ? null : `its test mode can't play ${play}`);

const check = (id: string, title: string, rest: Pick<Check, "run"> & Partial<Check>): Check => ({
  group: "payments",
  id,
  title,
  skip: noPayments,
  ...rest,
});

export const PAYMENTS: readonly Check[] = [
  check("order-once", "an order is taken once, and answered the same each time, at once and a day later", {
    run: async (bench) => {
      const order = orderOf(bench);
      const create = () => bench.adapter.createPayment(order, ASKED);
      const answers = [...(await Promise.all([create(), create(), create()])), await create()];
      await bench.test.advance(DAY_AND_MORE);
      answers.push(await create());
      const created = answers.map((answer) => mustBe("an order", answer, ["created"]).instructions);
      for (const instructions of created) mustEqual("what the payer has to do", instructions, created[0]);
      await mustBeMade(bench, order.reference, 1);
      return `${created.length} times the same`;
    },
  }),
  check("order-found", "an order is found as it was answered, and nothing is reported of it yet", {
    run: async (bench) => {
      const order = orderOf(bench);
      const created = await bench.adapter.createPayment(order, ASKED);
      mustEqual("what is found", await bench.adapter.findPayment(order, ASKED), created);
      mustEqual("what is reported", await reportsOf(bench, order.reference), []);
      return "found";
    },
  }),
  check("unknown", "what was never asked for is unknown: a payment, a refund and a payout", {
    run: async (bench) => {
      const order = orderOf(bench);
      const { adapter } = bench;
      mustBe("a payment that was never ordered", await adapter.lookUp(order.reference, ASKED), ["unknown"]);
      const refund = { ...order, payment: order.reference };
      mustBe("a refund that was never asked for", await adapter.lookUpRefund(refund, ASKED), ["unknown"]);
      const payee = { kind: "mobile_money", name: "Ada Byron", number: "+255712345678" } as const;
      mustBe("a payout that was never asked for", await adapter.lookUpPayout({ ...order, payee }, ASKED), ["unknown"]);
      return "unknown";
    },
  }),
  check("least-and-most", "the least and the most that it says are taken", {
    run: async (bench) => {
      const takes = takesOf(bench);
      for (const amount of takes === null ? [] : [takes.least, takes.most]) await ordered(bench, amount);
      return "taken";
    },
  }),
  check("pay", "money is reported with its amount and currency, and can't be called off any more", {
    run: async (bench) => {
      const { reference, amount, currency } = await paid(bench);
      const [report, ...more] = await reportsOf(bench, reference);
      if (report?.outcome !== "succeeded" || more.length > 0)
        throw new Wrong(`it reports ${describe([report, ...more])}`);
      mustEqual(
        "what it reports",
        { amount: report.amount, currency: report.currency, receipt: report.receipt },
        { amount, currency, receipt: 1 },
      );
      mustBe("calling off what is paid", await bench.adapter.cancelPayment(reference, ASKED), ["too_late"]);
      return "reported";
    },
  }),
  check("callback", "money is told by a callback too: signed, with an id of its own that stays the same", {
    run: async (bench) => {
      const { reference } = await paid(bench);
      const callbacks = await bench.test.callbacks(reference);
      const again = await bench.test.callbacks(reference);
      const ids = (all: typeof callbacks): readonly unknown[] => all.map(({ headers }) => headers["webhook-id"]);
      mustEqual("the ids of its callbacks, asked for again,", ids(again), ids(callbacks));
      const told = await Promise.all(
        callbacks.map(({ headers, body }) =>
          bench.adapter.verifyCallback({
            method: "POST",
            path: "/callbacks/http/doctor",
            host: "pay.example",
            headers,
            body: Buffer.from(body),
          }),
        ),
      );
      const reports = told.flatMap((one) => {
        if (one.kind === "genuine") return one.reports;
        throw new Wrong(`its callback is ${said(one)}`);
      });
      const isTold = reports.some(
        (one) => one.about === "payment" && one.reference === reference && one.outcome === "succeeded",
      );
      if (!isTold) throw new Wrong("no callback tells that the payment succeeded");
      return "signed and told";
    },
  }),
  check("decline", "a payer who declines is reported, and no money is taken afterwards", {
    skip: cannot("decline"),
    run: async (bench) => {
      const { reference } = await ordered(bench);
      await bench.test.decline(reference);
      const [report] = await reportsOf(bench, reference);
      if (report?.outcome !== "failed") throw new Wrong(`it reports ${describe([report])} instead of failed`);
      if (await bench.test.pay(reference)) throw new Wrong("the payer could pay after declining");
      return report.failure;
    },
  }),
  check("transfer", "less, more, a second time and late: each money is a receipt of its own", {
    skip: cannot("transfer"),
    run: async (bench) => {
      const { reference } = await ordered(bench);
      for (const amount of [1_000n, 2_000n]) await bench.test.pay(reference, cents(amount));
      await bench.adapter.cancelPayment(reference, ASKED);
      await bench.test.advance(3 * 86_400);
      await bench.test.pay(reference, cents(100n));
      const reports = await reportsOf(bench, reference);
      const found = reports.map((one) => [one.receipt, one.outcome === "succeeded" ? one.amount : one.outcome]);
      mustEqual("what it reports", found, [
        [1, 1_000n],
        [2, 2_000n],
        [3, 100n],
      ]);
      return "three receipts";
    },
  }),
  check("currency", "money in another currency is reported as what it is", {
    skip: cannot("currency"),
    run: async (bench) => {
      const { reference, currency } = await ordered(bench);
      const other = currency === "EUR" ? "USD" : "EUR";
      await bench.test.condition({ currency: other });
      await bench.test.pay(reference);
      const [report] = await reportsOf(bench, reference);
      mustEqual("its currency", report?.outcome === "succeeded" ? report.currency : report?.outcome, other);
      return other;
    },
  }),
  check("cancel", "what is called off stays so, asked twice, and asks nobody for money, or says until when", {
    run: async (bench) => {
      const order = await ordered(bench);
      const { isCancellable = false, lateDays = 0 } = takesOf(bench) ?? {};
      for (const _ of [1, 2])
        mustBe("calling off", await bench.adapter.cancelPayment(order.reference, ASKED), [
          isCancellable ? "cancelled" : "waiting",
        ]);
      const isPaid = await bench.test.pay(order.reference);
      if (isPaid && lateDays === 0) throw new Wrong("the payer could pay what was called off, and its late_days is 0");
      const [report] = await reportsOf(bench, order.reference);
      if (isPaid && report?.outcome !== "succeeded")
        throw new Wrong("money that came after it was called off is not reported");
      return isPaid ? "money that comes late is reported" : "nobody can pay";
    },
  }),
  ...(["lost", "dropped", "down"] as const).map((fault) =>
    check(
      `order-${fault}`,
      `an order while what stands behind it is ${fault}: nobody knows, and asked again it is there once`,
      {
        run: async (bench) => {
          const order = orderOf(bench);
          await bench.test.condition({ fault });
          mustBe(`an order while what stands behind it is ${fault}`, await bench.adapter.createPayment(order, ASKED), [
            "unreachable",
          ]);
          await bench.test.condition({ fault: null });
          const found = await bench.adapter.findPayment(order, ASKED);
          mustBe("the look-up afterwards", found, ["created", "unknown"]);
          mustBe("the order, asked again,", await bench.adapter.createPayment(order, ASKED), ["created"]);
          await mustBeMade(bench, order.reference, 1);
          return `${said(found)}, then there once`;
        },
      },
    ),
  ),
];

const describe = (reports: readonly (PaymentReport | undefined)[]): string =>
  reports.map((one) => one?.outcome ?? "nothing").join(", ");
