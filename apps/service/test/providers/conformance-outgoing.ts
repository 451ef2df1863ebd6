/** Refunds and payouts. */
import { expect } from "vitest";
import { cents } from "../payments/desk.js";
import { paysOut, refunds, type StoryTools, UNREACHABLE } from "./conformance-story.js";
import { FAULTS, type Fault, LATER_SECONDS, payoutOf, RETURNED_SECONDS, refundOf, takesOf } from "./stage.js";

export function conformsInOutgoing({ stage, story, ordered, paid, insisted }: StoryTools): void {
  // Refunds --------------------------------------------------------------------------------------------------------

  story(
    "a refund is paid once for one reference, at once and a day later, and never more in all than came in",
    refunds,
    async () => {
      const { reference: payment } = await paid("25.00");
      const first = refundOf(stage().provider, payment, "10.00");
      expect(await insisted(() => stage().provider.refund(first))).toMatchObject({ kind: "paid" });
      await stage().advance(25 * 3_600);
      for (const _ of [1, 2]) expect(await stage().provider.refund(first)).toMatchObject({ kind: "paid" });
      expect(await stage().made(first.reference)).toEqual(["10.00"]);
      const together = refundOf(stage().provider, payment, "5.00");
      await Promise.all([1, 2, 3, 4].map(() => stage().provider.refund(together)));
      await stage().advance(60);
      expect(await insisted(() => stage().provider.refund(together))).toMatchObject({ kind: "paid" });
      expect(await stage().made(together.reference)).toEqual(["5.00"]);
      expect((await insisted(() => stage().provider.refund(refundOf(stage().provider, payment, "10.01")))).kind).toBe(
        "refused",
      );
      const rest = refundOf(stage().provider, payment, "10.00");
      expect(await insisted(() => stage().provider.refund(rest))).toMatchObject({ kind: "paid" });
    },
  );

  story("nothing is paid back of what never came in", refunds, async () => {
    const { reference } = await ordered();
    expect((await stage().provider.refund(refundOf(stage().provider, reference, "1.00"))).kind).toBe("refused");
  });

  story("a refund that is refused stays refused, with a reason, and nothing leaves", refunds, async () => {
    const { reference: payment } = await paid();
    await stage().setRefunds("refused");
    const order = refundOf(stage().provider, payment, "5.00");
    const refused = { kind: "refused", reason: expect.stringMatching(/\S/) };
    expect(await stage().provider.refund(order)).toMatchObject(refused);
    await stage().setRefunds("paid");
    expect(await stage().provider.refund(order)).toMatchObject(refused);
    expect(await stage().made(order.reference)).toEqual([]);
  });

  story("a refund that takes its time is pending each time it is asked for, until it is paid", refunds, async () => {
    const { reference: payment } = await paid();
    await stage().setRefunds("later");
    const order = refundOf(stage().provider, payment, "5.00");
    for (const _ of [1, 2]) expect(await stage().provider.refund(order)).toMatchObject({ kind: "pending" });
    await stage().setRefunds("paid");
    expect(await stage().provider.refund(order)).toMatchObject({ kind: "pending" });
    await stage().advance(LATER_SECONDS);
    expect(await stage().provider.refund(order)).toMatchObject({ kind: "paid" });
    expect(await stage().made(order.reference)).toEqual(["5.00"]);
  });

  story(
    "a refund that fails after it was paid is told when it is asked for again, and can be made anew",
    (one) => refunds(one) && takesOf(one.provider).returnDays > 0,
    async () => {
      const { reference: payment } = await paid("25.00");
      await stage().setRefunds("returned");
      const order = refundOf(stage().provider, payment, "25.00");
      expect(await stage().provider.refund(order)).toMatchObject({ kind: "paid" });
      await stage().advance(RETURNED_SECONDS);
      expect(await stage().provider.refund(order)).toMatchObject({
        kind: "returned",
        reason: expect.stringMatching(/\S/),
      });
      expect(await stage().made(order.reference)).toHaveLength(1);
      await stage().setRefunds("paid");
      const anew = refundOf(stage().provider, payment, "25.00");
      expect(await insisted(() => stage().provider.refund(anew))).toMatchObject({ kind: "paid" });
      expect(await stage().made(anew.reference)).toEqual(["25.00"]);
    },
  );

  story(
    "a refund for which our balance does not reach waits, and is paid once it does",
    (one) => refunds(one) && one.setFloat !== undefined,
    async () => {
      const { reference: payment } = await paid();
      await stage().setFloat?.(cents("1.00"));
      const order = refundOf(stage().provider, payment, "5.00");
      for (const _ of [1, 2]) expect((await stage().provider.refund(order)).kind).toMatch(/^(short|pending)$/);
      await stage().setFloat?.(null);
      await stage().advance(LATER_SECONDS);
      expect(await insisted(() => stage().provider.refund(order))).toMatchObject({ kind: "paid" });
      expect(await stage().made(order.reference)).toEqual(["5.00"]);
    },
  );

  for (const kind of Object.keys(FAULTS) as Fault[]) {
    story(
      `a refund whose answer was ${kind} is paid once, asked for again at once or after 25 hours`,
      (one) => refunds(one) && one.faults.includes(kind),
      async () => {
        for (const wait of [11, 25 * 3_600]) {
          const { reference: payment } = await paid();
          const order = refundOf(stage().provider, payment, "5.00");
          await stage().fault(kind);
          expect(await stage().provider.refund(order)).toMatchObject(UNREACHABLE);
          await stage().fault(null);
          await stage().advance(wait);
          expect(await insisted(() => stage().provider.refund(order))).toMatchObject({ kind: "paid" });
          expect(await stage().made(order.reference)).toEqual(["5.00"]);
        }
      },
    );
  }

  // Payouts --------------------------------------------------------------------------------------------------------

  story(
    "a payout is paid once for one reference, however often it is asked for, at once and a day later",
    paysOut,
    async () => {
      const order = payoutOf(stage());
      const answers = await Promise.all([1, 2, 3].map(() => stage().provider.payout(order)));
      expect(answers.some(({ kind }) => kind === "paid")).toBe(true);
      expect(answers.every(({ kind }) => kind === "paid" || kind === "unreachable")).toBe(true);
      await stage().advance(25 * 3_600);
      expect(await stage().provider.payout(order)).toMatchObject({ kind: "paid" });
      expect(await stage().made(order.reference)).toEqual(["7.00"]);
    },
  );

  story("a payout that is refused stays refused, with a reason, and nothing leaves", paysOut, async () => {
    await stage().setPayouts?.("refused");
    const order = payoutOf(stage());
    const refused = { kind: "refused", reason: expect.stringMatching(/\S/) };
    expect(await stage().provider.payout(order)).toMatchObject(refused);
    await stage().setPayouts?.("paid");
    expect(await stage().provider.payout(order)).toMatchObject(refused);
    expect(await stage().made(order.reference)).toEqual([]);
  });

  story("a payout that takes its time is pending each time it is asked for, until it is paid", paysOut, async () => {
    await stage().setPayouts?.("later");
    const order = payoutOf(stage());
    for (const _ of [1, 2]) expect(await stage().provider.payout(order)).toMatchObject({ kind: "pending" });
    await stage().setPayouts?.("paid");
    expect(await stage().provider.payout(order)).toMatchObject({ kind: "pending" });
    await stage().advance(LATER_SECONDS);
    expect(await stage().provider.payout(order)).toMatchObject({ kind: "paid" });
    expect(await stage().made(order.reference)).toEqual(["7.00"]);
  });

  story(
    "a payout that comes back is told when it is asked for again, and is not paid a second time",
    (one) => paysOut(one) && one.provider.capabilities.some((can) => can.direction === "out" && can.returnDays > 0),
    async () => {
      await stage().setPayouts?.("returned");
      const order = payoutOf(stage());
      expect(await stage().provider.payout(order)).toMatchObject({ kind: "paid" });
      await stage().advance(RETURNED_SECONDS);
      expect(await stage().provider.payout(order)).toMatchObject({
        kind: "returned",
        reason: expect.stringMatching(/\S/),
      });
      expect(await stage().made(order.reference)).toHaveLength(1);
    },
  );

  story(
    "a payout for which our balance does not reach waits, and is paid once it does",
    (one) => paysOut(one) && one.setFloat !== undefined,
    async () => {
      await stage().setFloat?.(cents("6.99"));
      const order = payoutOf(stage());
      for (const _ of [1, 2]) {
        expect(await stage().provider.payout(order)).toMatchObject({
          kind: "short",
          reason: expect.stringMatching(/\S/),
        });
      }
      await stage().setFloat?.(cents("7.00"));
      expect(await insisted(() => stage().provider.payout(order))).toMatchObject({ kind: "paid" });
      expect(await stage().made(order.reference)).toEqual(["7.00"]);
    },
  );

  for (const kind of Object.keys(FAULTS) as Fault[]) {
    story(
      `a payout whose answer was ${kind} is paid once, asked for again at once or after 25 hours`,
      (one) => paysOut(one) && one.faults.includes(kind),
      async () => {
        for (const wait of [11, 25 * 3_600]) {
          const order = payoutOf(stage());
          await stage().fault(kind);
          expect(await stage().provider.payout(order)).toMatchObject(UNREACHABLE);
          await stage().fault(null);
          await stage().advance(wait);
          expect(await insisted(() => stage().provider.payout(order))).toMatchObject({ kind: "paid" });
          expect(await stage().made(order.reference)).toEqual(["7.00"]);
        }
      },
    );
  }
}
