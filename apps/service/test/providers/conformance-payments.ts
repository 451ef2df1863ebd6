/** Orders, their payments, and how they are called off. */
import { expect } from "vitest";
import { AMOUNT_MAX, formatMoney } from "../../src/domain/money.js";
import { cents } from "../payments/desk.js";
import { always, DAY, type StoryTools, UNREACHABLE } from "./conformance-story.js";
import { FAULTS, type Fault, orderOf, takesOf } from "./stage.js";

export function conformsInPayments({ stage, story, ordered, paid, reported, insisted }: StoryTools): void {
  // Orders ---------------------------------------------------------------------------------------------------------

  story("an order is taken once, and answered the same each time, at once, later and a day later", always, async () => {
    const order = orderOf(stage().provider);
    const answers = await Promise.all([1, 2, 3].map(() => stage().provider.createPayment(order)));
    const created = answers.filter(({ kind }) => kind === "created");
    expect(created.length).toBeGreaterThan(0);
    expect(answers.every(({ kind }) => kind === "created" || kind === "unreachable")).toBe(true);
    const instructions = created[0]?.kind === "created" ? created[0].instructions : null;
    expect(await stage().provider.createPayment(order)).toMatchObject({ kind: "created", instructions });
    await stage().advance(25 * 3_600);
    expect(await stage().provider.createPayment(order)).toMatchObject({ kind: "created", instructions });
    expect(await stage().made(order.reference)).toHaveLength(1);
  });

  for (const kind of Object.keys(FAULTS) as Fault[]) {
    story(
      `an order whose answer was ${kind}: nobody knows, and asked for again, at once or after 25 hours, it is there once`,
      (one) => one.faults.includes(kind),
      async () => {
        for (const wait of [11, 25 * 3_600]) {
          const order = orderOf(stage().provider);
          await stage().fault(kind);
          const answer = await stage().provider.createPayment(order);
          expect(answer).toMatchObject(UNREACHABLE);
          for (const secret of stage().secrets) expect(JSON.stringify(answer)).not.toContain(secret);
          await stage().fault(null);
          await stage().advance(wait);
          expect(await insisted(() => stage().provider.createPayment(order))).toMatchObject({ kind: "created" });
          expect(await stage().made(order.reference)).toHaveLength(1);
        }
      },
    );
  }

  story("what was never ordered is unknown", always, async () => {
    expect(await stage().provider.lookUp("HFNEVERORDERED")).toEqual({ kind: "unknown" });
  });

  story("an order that ends in a minute is taken", always, async () => {
    const now = Math.floor(Date.now() / 1000);
    const order = orderOf(stage().provider, "25.00", { now, seconds: 60 });
    expect(await stage().provider.createPayment(order)).toMatchObject({ kind: "created" });
  });

  story(
    "the least and the most are taken",
    (one) => takesOf(one.provider).most < AMOUNT_MAX,
    async () => {
      const { least, most } = takesOf(stage().provider);
      for (const amount of [least, most]) await ordered(formatMoney(amount));
    },
  );

  // Payments -------------------------------------------------------------------------------------------------------

  story(
    "money is reported when asked and by notice, alike, with its currency, and can't be called off any more",
    always,
    async () => {
      const { reference, amount, currency } = await paid();
      const report = { about: "payment", reference, receipt: 1, outcome: "succeeded", amount, currency };
      expect(await stage().provider.lookUp(reference)).toMatchObject({ kind: "known", reports: [report] });
      const told = await Promise.all(
        (await stage().notices(reference)).map((one) => stage().provider.verifyCallback(one)),
      );
      const noticed = told.flatMap((one) => (one.kind === "genuine" ? one.reports : []));
      const said = (await stage().told?.(reference)) ?? noticed;
      const isHinted = told.some((one) => one.kind === "hint" && one.about.some(({ about }) => about === "payment"));
      // What a hint names is looked up.
      if (!isHinted) expect(said).toContainEqual(expect.objectContaining(report));
      expect(await stage().provider.cancelPayment(reference)).toEqual({ kind: "too_late" });
    },
  );

  story(
    "a refusal is reported with its reason, and no money is taken afterwards",
    (one) => one.decline !== undefined,
    async () => {
      const { reference } = await ordered();
      await stage().decline?.(reference);
      expect(await reported(reference)).toMatchObject([{ receipt: 1, outcome: "failed", failure: "declined" }]);
      expect(await stage().pay(reference)).toBe(false);
    },
  );

  story(
    "less, more, a second time and late: each money is a receipt of its own",
    (one) => one.transfer !== undefined,
    async () => {
      const { reference } = await ordered("25.00");
      for (const amount of ["10.00", "20.00"]) expect(await stage().transfer?.(reference, cents(amount))).toBe(true);
      await stage().provider.cancelPayment(reference);
      await stage().advance(3 * DAY);
      expect(await stage().transfer?.(reference, cents("1.00"))).toBe(true);
      expect(
        (await reported(reference)).map((one) => [one.receipt, one.outcome === "succeeded" && one.amount]),
      ).toEqual([
        [1, 1000n],
        [2, 2000n],
        [3, 100n],
      ]);
    },
  );

  story(
    "money in another currency is reported as what it is",
    (one) => one.setCurrency !== undefined,
    async () => {
      const { reference } = await ordered();
      await stage().setCurrency?.("EUR");
      await stage().pay(reference);
      expect(await reported(reference)).toMatchObject([{ outcome: "succeeded", currency: "EUR" }]);
    },
  );

  // Calling off ----------------------------------------------------------------------------------------------------

  story("what is called off asks nobody for money, or is waited for; twice is as good as once", always, async () => {
    const order = await ordered();
    const { reference } = order;
    const { isCancellable } = takesOf(stage().provider);
    for (const _ of [1, 2]) {
      expect((await stage().provider.cancelPayment(reference)).kind).toBe(isCancellable ? "cancelled" : "waiting");
    }
    expect(await stage().provider.createPayment(order)).toEqual({ kind: "refused", failure: "cancelled" });
    const came = await stage().pay(reference);
    if (came) expect(takesOf(stage().provider).lateDays).toBeGreaterThan(0);
    const [report] = await reported(reference);
    if (came) expect(report).toMatchObject({ outcome: "succeeded" });
    else expect(report?.outcome ?? "failed").toBe("failed");
    expect(await stage().made(reference)).toHaveLength(1);
  });

  story("what is called off before it was ordered is never taken", always, async () => {
    const order = orderOf(stage().provider);
    expect(await stage().provider.cancelPayment(order.reference)).toEqual({ kind: "cancelled" });
    expect(await stage().provider.createPayment(order)).toEqual({ kind: "refused", failure: "cancelled" });
    expect(await stage().provider.lookUp(order.reference)).toEqual({ kind: "unknown" });
    expect(await stage().made(order.reference)).toEqual([]);
  });

  story(
    "what is called off while nobody knows whether it was taken is not taken afterwards",
    (one) => one.faults.includes("lost"),
    async () => {
      const order = orderOf(stage().provider);
      await stage().fault("lost");
      await stage().provider.createPayment(order);
      await stage().fault(null);
      await stage().advance(11);
      expect(["cancelled", "waiting"]).toContain((await stage().provider.cancelPayment(order.reference)).kind);
      expect(await stage().provider.createPayment(order)).toEqual({ kind: "refused", failure: "cancelled" });
      expect(await stage().made(order.reference)).toHaveLength(1);
    },
  );
}
