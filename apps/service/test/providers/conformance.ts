/**
 * What every provider has to hold to (src/providers/port.ts), whatever stands behind it. What a provider can't do, by its
 * capabilities or by its stage, is skipped; each provider pins which stories those are.
 */
import type { IncomingHttpHeaders } from "node:http";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { AMOUNT_MAX, formatMoney } from "../../src/domain/money.js";
import { uuidv7 } from "../../src/platform/random.js";
import type { CallbackRequest, PaymentOrder, Provider, StatementLine } from "../../src/providers/port.js";
import { cents } from "../payments/desk.js";
import { conformsInDisputes } from "./conformance-disputes.js";
import {
  FAULTS,
  type Fault,
  LATER_SECONDS,
  orderOf,
  payoutOf,
  RETURNED_SECONDS,
  refundOf,
  type Stage,
  type StatementFault,
  takesOf,
} from "./stage.js";

export type { Stage } from "./stage.js";

const DAY = 86_400;
const UNREACHABLE = { kind: "unreachable", reason: expect.stringMatching(/\S/) };

/** @param skipped the stories that do not apply, as they are called below: nothing else is skipped. */
export function conforms(
  name: string,
  open: () => Promise<Stage>,
  { skipped }: { readonly skipped: readonly string[] },
): void {
  describe(`${name} conforms`, () => {
    let stage: Stage;
    const left: string[] = [];
    beforeAll(async () => {
      stage = await open();
    });
    afterEach(async () => {
      await stage.fault(null);
      await stage.setRefunds("paid");
      await stage.setPayouts?.("paid");
      await stage.setFloat?.(null);
      await stage.setCurrency?.("USD");
    });
    afterAll(async () => {
      await stage.close();
      expect(left.sort(), "stories that do not apply").toEqual([...skipped].sort());
    });

    /** A story that needs what not every provider has. */
    const story = (title: string, needs: (stage: Stage) => boolean, tell: () => Promise<void>): void => {
      test(title, async () => {
        if (needs(stage)) await tell();
        else left.push(title);
      });
    };
    const always = (): boolean => true;
    const paysOut = (one: Stage): boolean => one.setPayouts !== undefined;
    const refunds = (one: Stage): boolean => takesOf(one.provider).refundDays !== 0;

    const ordered = async (amount?: string): Promise<PaymentOrder> => {
      const order = orderOf(stage.provider, amount);
      expect(await stage.provider.createPayment(order)).toMatchObject({ kind: "created" });
      return order;
    };
    const paid = async (amount?: string): Promise<PaymentOrder> => {
      const order = await ordered(amount);
      expect(await stage.pay(order.reference)).toBe(true);
      return order;
    };
    const reported = async (reference: string) => {
      const found = await stage.provider.lookUp(reference);
      return found.kind === "known" ? found.reports : [];
    };
    /** Asked every minute until somebody answers, as a worker would. */
    const insisted = async <Answer extends { readonly kind: string }>(ask: () => Promise<Answer>): Promise<Answer> => {
      for (let tries = 1; ; tries += 1) {
        const answer = await ask();
        if ((answer.kind !== "unreachable" && answer.kind !== "busy") || tries === 5) return answer;
        await stage.advance(60);
      }
    };

    // Orders ---------------------------------------------------------------------------------------------------------

    story(
      "an order is taken once, and answered the same each time, at once, later and a day later",
      always,
      async () => {
        const order = orderOf(stage.provider);
        const answers = await Promise.all([1, 2, 3].map(() => stage.provider.createPayment(order)));
        const created = answers.filter(({ kind }) => kind === "created");
        expect(created.length).toBeGreaterThan(0);
        expect(answers.every(({ kind }) => kind === "created" || kind === "unreachable")).toBe(true);
        const instructions = created[0]?.kind === "created" ? created[0].instructions : null;
        expect(await stage.provider.createPayment(order)).toMatchObject({ kind: "created", instructions });
        await stage.advance(25 * 3_600);
        expect(await stage.provider.createPayment(order)).toMatchObject({ kind: "created", instructions });
        expect(await stage.made(order.reference)).toHaveLength(1);
      },
    );

    for (const kind of Object.keys(FAULTS) as Fault[]) {
      story(
        `an order whose answer was ${kind}: nobody knows, and asked for again, at once or after 25 hours, it is there once`,
        (one) => one.faults.includes(kind),
        async () => {
          for (const wait of [11, 25 * 3_600]) {
            const order = orderOf(stage.provider);
            await stage.fault(kind);
            const answer = await stage.provider.createPayment(order);
            expect(answer).toMatchObject(UNREACHABLE);
            for (const secret of stage.secrets) expect(JSON.stringify(answer)).not.toContain(secret);
            await stage.fault(null);
            await stage.advance(wait);
            expect(await insisted(() => stage.provider.createPayment(order))).toMatchObject({ kind: "created" });
            expect(await stage.made(order.reference)).toHaveLength(1);
          }
        },
      );
    }

    story("what was never ordered is unknown", always, async () => {
      expect(await stage.provider.lookUp("HFNEVERORDERED")).toEqual({ kind: "unknown" });
    });

    story("an order that ends in a minute is taken", always, async () => {
      const now = Math.floor(Date.now() / 1000);
      const order = orderOf(stage.provider, "25.00", { now, seconds: 60 });
      expect(await stage.provider.createPayment(order)).toMatchObject({ kind: "created" });
    });

    story(
      "the least and the most are taken",
      (one) => takesOf(one.provider).most < AMOUNT_MAX,
      async () => {
        const { least, most } = takesOf(stage.provider);
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
        expect(await stage.provider.lookUp(reference)).toMatchObject({ kind: "known", reports: [report] });
        const told = await Promise.all(
          (await stage.notices(reference)).map((one) => stage.provider.verifyCallback(one)),
        );
        const said = told.flatMap((one) => (one.kind === "genuine" ? one.reports : []));
        const isHinted = told.some((one) => one.kind === "hint" && one.about.some(({ about }) => about === "payment"));
        // What a hint names is looked up.
        if (!isHinted) expect(said).toContainEqual(expect.objectContaining(report));
        expect(await stage.provider.cancelPayment(reference)).toEqual({ kind: "too_late" });
      },
    );

    story(
      "a refusal is reported with its reason, and no money is taken afterwards",
      (one) => one.decline !== undefined,
      async () => {
        const { reference } = await ordered();
        await stage.decline?.(reference);
        expect(await reported(reference)).toMatchObject([{ receipt: 1, outcome: "failed", failure: "declined" }]);
        expect(await stage.pay(reference)).toBe(false);
      },
    );

    story(
      "less, more, a second time and late: each money is a receipt of its own",
      (one) => one.transfer !== undefined,
      async () => {
        const { reference } = await ordered("25.00");
        for (const amount of ["10.00", "20.00"]) expect(await stage.transfer?.(reference, cents(amount))).toBe(true);
        await stage.provider.cancelPayment(reference);
        await stage.advance(3 * DAY);
        expect(await stage.transfer?.(reference, cents("1.00"))).toBe(true);
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
        await stage.setCurrency?.("EUR");
        await stage.pay(reference);
        expect(await reported(reference)).toMatchObject([{ outcome: "succeeded", currency: "EUR" }]);
      },
    );

    // Calling off ----------------------------------------------------------------------------------------------------

    story("what is called off asks nobody for money, or is waited for; twice is as good as once", always, async () => {
      const order = await ordered();
      const { reference } = order;
      const { isCancellable } = takesOf(stage.provider);
      for (const _ of [1, 2]) {
        expect((await stage.provider.cancelPayment(reference)).kind).toBe(isCancellable ? "cancelled" : "waiting");
      }
      expect(await stage.provider.createPayment(order)).toEqual({ kind: "refused", failure: "cancelled" });
      const came = await stage.pay(reference);
      if (came) expect(takesOf(stage.provider).lateDays).toBeGreaterThan(0);
      const [report] = await reported(reference);
      if (came) expect(report).toMatchObject({ outcome: "succeeded" });
      else expect(report?.outcome ?? "failed").toBe("failed");
      expect(await stage.made(reference)).toHaveLength(1);
    });

    story("what is called off before it was ordered is never taken", always, async () => {
      const order = orderOf(stage.provider);
      expect(await stage.provider.cancelPayment(order.reference)).toEqual({ kind: "cancelled" });
      expect(await stage.provider.createPayment(order)).toEqual({ kind: "refused", failure: "cancelled" });
      expect(await stage.provider.lookUp(order.reference)).toEqual({ kind: "unknown" });
      expect(await stage.made(order.reference)).toEqual([]);
    });

    story(
      "what is called off while nobody knows whether it was taken is not taken afterwards",
      (one) => one.faults.includes("lost"),
      async () => {
        const order = orderOf(stage.provider);
        await stage.fault("lost");
        await stage.provider.createPayment(order);
        await stage.fault(null);
        await stage.advance(11);
        expect(["cancelled", "waiting"]).toContain((await stage.provider.cancelPayment(order.reference)).kind);
        expect(await stage.provider.createPayment(order)).toEqual({ kind: "refused", failure: "cancelled" });
        expect(await stage.made(order.reference)).toHaveLength(1);
      },
    );

    // Refunds --------------------------------------------------------------------------------------------------------

    story(
      "a refund is paid once for one reference, at once and a day later, and never more in all than came in",
      refunds,
      async () => {
        const { reference: payment } = await paid("25.00");
        const first = refundOf(stage.provider, payment, "10.00");
        expect(await insisted(() => stage.provider.refund(first))).toMatchObject({ kind: "paid" });
        await stage.advance(25 * 3_600);
        for (const _ of [1, 2]) expect(await stage.provider.refund(first)).toMatchObject({ kind: "paid" });
        expect(await stage.made(first.reference)).toEqual(["10.00"]);
        const together = refundOf(stage.provider, payment, "5.00");
        await Promise.all([1, 2, 3, 4].map(() => stage.provider.refund(together)));
        await stage.advance(60);
        expect(await insisted(() => stage.provider.refund(together))).toMatchObject({ kind: "paid" });
        expect(await stage.made(together.reference)).toEqual(["5.00"]);
        expect((await insisted(() => stage.provider.refund(refundOf(stage.provider, payment, "10.01")))).kind).toBe(
          "refused",
        );
        const rest = refundOf(stage.provider, payment, "10.00");
        expect(await insisted(() => stage.provider.refund(rest))).toMatchObject({ kind: "paid" });
      },
    );

    story("nothing is paid back of what never came in", refunds, async () => {
      const { reference } = await ordered();
      expect((await stage.provider.refund(refundOf(stage.provider, reference, "1.00"))).kind).toBe("refused");
    });

    story("a refund that is refused stays refused, with a reason, and nothing leaves", refunds, async () => {
      const { reference: payment } = await paid();
      await stage.setRefunds("refused");
      const order = refundOf(stage.provider, payment, "5.00");
      const refused = { kind: "refused", reason: expect.stringMatching(/\S/) };
      expect(await stage.provider.refund(order)).toMatchObject(refused);
      await stage.setRefunds("paid");
      expect(await stage.provider.refund(order)).toMatchObject(refused);
      expect(await stage.made(order.reference)).toEqual([]);
    });

    story("a refund that takes its time is pending each time it is asked for, until it is paid", refunds, async () => {
      const { reference: payment } = await paid();
      await stage.setRefunds("later");
      const order = refundOf(stage.provider, payment, "5.00");
      for (const _ of [1, 2]) expect(await stage.provider.refund(order)).toMatchObject({ kind: "pending" });
      await stage.setRefunds("paid");
      expect(await stage.provider.refund(order)).toMatchObject({ kind: "pending" });
      await stage.advance(LATER_SECONDS);
      expect(await stage.provider.refund(order)).toMatchObject({ kind: "paid" });
      expect(await stage.made(order.reference)).toEqual(["5.00"]);
    });

    story(
      "a refund that fails after it was paid is told when it is asked for again",
      (one) => refunds(one) && takesOf(one.provider).returnDays > 0,
      async () => {
        const { reference: payment } = await paid();
        await stage.setRefunds("returned");
        const order = refundOf(stage.provider, payment, "5.00");
        expect(await stage.provider.refund(order)).toMatchObject({ kind: "paid" });
        await stage.advance(RETURNED_SECONDS);
        expect(await stage.provider.refund(order)).toMatchObject({
          kind: "returned",
          reason: expect.stringMatching(/\S/),
        });
        expect(await stage.made(order.reference)).toHaveLength(1);
      },
    );

    story(
      "a refund for which our balance does not reach waits, and is paid once it does",
      (one) => refunds(one) && one.setFloat !== undefined,
      async () => {
        const { reference: payment } = await paid();
        await stage.setFloat?.(cents("1.00"));
        const order = refundOf(stage.provider, payment, "5.00");
        for (const _ of [1, 2]) expect((await stage.provider.refund(order)).kind).toMatch(/^(short|pending)$/);
        await stage.setFloat?.(null);
        await stage.advance(LATER_SECONDS);
        expect(await insisted(() => stage.provider.refund(order))).toMatchObject({ kind: "paid" });
        expect(await stage.made(order.reference)).toEqual(["5.00"]);
      },
    );

    for (const kind of Object.keys(FAULTS) as Fault[]) {
      story(
        `a refund whose answer was ${kind} is paid once, asked for again at once or after 25 hours`,
        (one) => refunds(one) && one.faults.includes(kind),
        async () => {
          for (const wait of [11, 25 * 3_600]) {
            const { reference: payment } = await paid();
            const order = refundOf(stage.provider, payment, "5.00");
            await stage.fault(kind);
            expect(await stage.provider.refund(order)).toMatchObject(UNREACHABLE);
            await stage.fault(null);
            await stage.advance(wait);
            expect(await insisted(() => stage.provider.refund(order))).toMatchObject({ kind: "paid" });
            expect(await stage.made(order.reference)).toEqual(["5.00"]);
          }
        },
      );
    }

    // Payouts --------------------------------------------------------------------------------------------------------

    story(
      "a payout is paid once for one reference, however often it is asked for, at once and a day later",
      paysOut,
      async () => {
        const order = payoutOf(stage);
        const answers = await Promise.all([1, 2, 3].map(() => stage.provider.payout(order)));
        expect(answers.some(({ kind }) => kind === "paid")).toBe(true);
        expect(answers.every(({ kind }) => kind === "paid" || kind === "unreachable")).toBe(true);
        await stage.advance(25 * 3_600);
        expect(await stage.provider.payout(order)).toMatchObject({ kind: "paid" });
        expect(await stage.made(order.reference)).toEqual(["7.00"]);
      },
    );

    story("a payout that is refused stays refused, with a reason, and nothing leaves", paysOut, async () => {
      await stage.setPayouts?.("refused");
      const order = payoutOf(stage);
      const refused = { kind: "refused", reason: expect.stringMatching(/\S/) };
      expect(await stage.provider.payout(order)).toMatchObject(refused);
      await stage.setPayouts?.("paid");
      expect(await stage.provider.payout(order)).toMatchObject(refused);
      expect(await stage.made(order.reference)).toEqual([]);
    });

    story("a payout that takes its time is pending each time it is asked for, until it is paid", paysOut, async () => {
      await stage.setPayouts?.("later");
      const order = payoutOf(stage);
      for (const _ of [1, 2]) expect(await stage.provider.payout(order)).toMatchObject({ kind: "pending" });
      await stage.setPayouts?.("paid");
      expect(await stage.provider.payout(order)).toMatchObject({ kind: "pending" });
      await stage.advance(LATER_SECONDS);
      expect(await stage.provider.payout(order)).toMatchObject({ kind: "paid" });
      expect(await stage.made(order.reference)).toEqual(["7.00"]);
    });

    story(
      "a payout that comes back is told when it is asked for again, and is not paid a second time",
      (one) => paysOut(one) && one.provider.capabilities.some((can) => can.direction === "out" && can.returnDays > 0),
      async () => {
        await stage.setPayouts?.("returned");
        const order = payoutOf(stage);
        expect(await stage.provider.payout(order)).toMatchObject({ kind: "paid" });
        await stage.advance(RETURNED_SECONDS);
        expect(await stage.provider.payout(order)).toMatchObject({
          kind: "returned",
          reason: expect.stringMatching(/\S/),
        });
        expect(await stage.made(order.reference)).toHaveLength(1);
      },
    );

    story(
      "a payout for which our balance does not reach waits, and is paid once it does",
      (one) => paysOut(one) && one.setFloat !== undefined,
      async () => {
        await stage.setFloat?.(cents("6.99"));
        const order = payoutOf(stage);
        for (const _ of [1, 2]) {
          expect(await stage.provider.payout(order)).toMatchObject({
            kind: "short",
            reason: expect.stringMatching(/\S/),
          });
        }
        await stage.setFloat?.(cents("7.00"));
        expect(await insisted(() => stage.provider.payout(order))).toMatchObject({ kind: "paid" });
        expect(await stage.made(order.reference)).toEqual(["7.00"]);
      },
    );

    for (const kind of Object.keys(FAULTS) as Fault[]) {
      story(
        `a payout whose answer was ${kind} is paid once, asked for again at once or after 25 hours`,
        (one) => paysOut(one) && one.faults.includes(kind),
        async () => {
          for (const wait of [11, 25 * 3_600]) {
            const order = payoutOf(stage);
            await stage.fault(kind);
            expect(await stage.provider.payout(order)).toMatchObject(UNREACHABLE);
            await stage.fault(null);
            await stage.advance(wait);
            expect(await insisted(() => stage.provider.payout(order))).toMatchObject({ kind: "paid" });
            expect(await stage.made(order.reference)).toEqual(["7.00"]);
          }
        },
      );
    }

    // Notices --------------------------------------------------------------------------------------------------------

    story("a notice that was changed, signed by another, long ago or from the future is forged", always, async () => {
      const { reference } = await paid();
      const [notice] = await stage.notices(reference);
      const [old] = await stage.notices(reference, { ago: 301 });
      const [early] = await stage.notices(reference, { ago: -330 });
      if (notice === undefined || old === undefined || early === undefined) throw new Error("there is no notice");
      const verdict = async (given: CallbackRequest): Promise<string> =>
        (await stage.provider.verifyCallback(given)).kind;
      const { headers, body } = notice;
      expect(await verdict(notice)).not.toBe("forged");
      for (const changed of [
        Buffer.concat([body, Buffer.from(" ")]),
        body.subarray(0, -1),
        Buffer.alloc(0),
        flipped(body),
      ]) {
        expect(await verdict({ ...notice, body: changed })).toBe("forged");
      }
      expect(await verdict(old)).toBe("forged");
      expect(await verdict(early)).toBe("forged");
      const others = { path: "/callbacks/another", host: "evil.example", method: "PUT" } as const;
      for (const part of stage.covers) expect(await verdict({ ...notice, [part]: others[part] }), part).toBe("forged");
      for (const [name, value] of Object.entries(headers)) {
        if (!/signature/.test(name)) continue;
        for (const wrong of wrongSignatures(String(value))) {
          expect(
            await verdict({ ...notice, headers: { ...headers, [name]: wrong } as IncomingHttpHeaders }),
            String(wrong),
          ).not.toBe("genuine");
        }
      }
    });

    story("an unsigned notice is believed in nothing", always, async () => {
      const { reference } = await paid();
      for (const notice of await stage.notices(reference, { isUnsigned: true })) {
        expect((await stage.provider.verifyCallback(notice)).kind).toMatch(/^(hint|forged)$/);
      }
    });

    story("a notice that is not JSON, or of something else, harms nobody", always, async () => {
      const headers = {};
      for (const text of ["", "{", "null", "[]", '{"order":7}', "x".repeat(262_144)]) {
        const notice = {
          method: "POST",
          path: "/callbacks/x",
          host: "pay.example",
          headers,
          body: Buffer.from(text),
        } as const;
        expect((await stage.provider.verifyCallback(notice)).kind).toMatch(/^(hint|forged)$/);
      }
    });

    // Down, and the books --------------------------------------------------------------------------------------------

    story(
      "a provider that is down says of nothing that it was done, and does what is asked again",
      (one) => one.faults.includes("down"),
      async () => {
        const order = orderOf(stage.provider);
        const { reference } = await paid();
        await stage.fault("down");
        const { provider } = stage;
        const refund = refundOf(provider, reference, "1.00");
        for (const answer of await Promise.all([
          provider.createPayment(order),
          provider.lookUp(reference),
          provider.cancelPayment(reference),
          provider.refund(refund),
          provider.balance(),
          provider.check(),
        ])) {
          expect(answer).toMatchObject(UNREACHABLE);
          for (const secret of stage.secrets) expect(JSON.stringify(answer)).not.toContain(secret);
        }
        await stage.fault(null);
        expect((await insisted(() => provider.createPayment(order))).kind).toBe("created");
        if (refunds(stage)) expect(await insisted(() => provider.refund(refund))).toMatchObject({ kind: "paid" });
      },
    );

    story("the statement has every movement once, in pages, and adds up to the balance", always, async () => {
      const { reference: payment } = await paid("25.00");
      const refund = refundOf(stage.provider, payment, "5.00");
      if (refunds(stage)) await insisted(() => stage.provider.refund(refund));
      const lines = await wholeStatement(stage.provider);
      expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
      expect(lines.filter(({ type, reference }) => type === "payment" && reference === payment)).toHaveLength(1);
      if (refunds(stage))
        expect(lines.filter(({ type, reference }) => type === "refund" && reference === refund.reference)).toHaveLength(
          1,
        );
      for (const { amount, fee, net } of lines) expect(net).toBe(amount - fee);
      const balance = await stage.provider.balance();
      if (balance.kind !== "balance") throw new Error(balance.reason);
      for (const currency of new Set(lines.map((line) => line.currency))) {
        const sum = (money: readonly { currency: string; amount: bigint }[]): bigint =>
          money.filter((one) => one.currency === currency).reduce((all, { amount }) => all + amount, 0n);
        expect(sum(lines.map(({ net, ...line }) => ({ ...line, amount: net }))), currency).toBe(
          sum([...balance.available, ...balance.pending]),
        );
      }
    });

    story("a statement that lacks a line, has one twice, or has another fee is told as it is", always, async () => {
      const told = async (fault?: StatementFault): Promise<readonly StatementLine[]> => {
        const { reference } = await paid("25.00");
        if (fault !== undefined) await stage.faultStatement(reference, fault);
        return (await wholeStatement(stage.provider)).filter((line) => line.reference === reference);
      };
      const payments = (lines: readonly StatementLine[]): number =>
        lines.filter(({ type }) => type === "payment").length;
      const kept = (lines: readonly StatementLine[]): bigint =>
        lines.reduce((all, line) => all + (line.type === "fee" ? -line.amount : line.fee), 0n);
      const sound = await told();
      expect(payments(await told("left_out"))).toBe(0);
      expect(kept(await told("fee"))).toBe(kept(sound) + 100n);
      const before = await wholeStatement(stage.provider);
      await told("twice");
      const after = await wholeStatement(stage.provider);
      expect(payments(after) - payments(before)).toBe(2);
    });
    conformsInDisputes({ stage: () => stage, paid, story });

    story("a reference that is unlike any other is refused or kept as it is", always, async () => {
      expect(await stage.provider.lookUp(uuidv7())).toEqual({ kind: "unknown" });
    });
  });
}

async function wholeStatement({ statement }: Provider): Promise<readonly StatementLine[]> {
  const lines: StatementLine[] = [];
  for (let cursor: string | null = null, hasMore = true; hasMore; ) {
    const page = await statement(0, cursor);
    if (page.kind !== "page") throw new Error(page.reason);
    lines.push(...page.lines);
    ({ cursor, hasMore } = page);
  }
  return lines;
}

const flipped = (body: Buffer): Buffer => {
  const other = Buffer.from(body);
  const middle = Math.floor(other.length / 2);
  other[middle] = (other[middle] ?? 0) ^ 1;
  return other;
};

/** The header twice, in capitals, cut off, empty, and with another last sign. */
const wrongSignatures = (signed: string): readonly (string | string[] | undefined)[] => [
  [signed, signed],
  signed.slice(0, -2),
  "",
  undefined,
  signed.replace(/[0-9a-f](?=[^0-9a-f]*$)/, (digit) => (digit === "0" ? "1" : "0")),
];
