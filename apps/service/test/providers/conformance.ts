/**
 * What every provider has to hold to (src/providers/port.ts). A provider comes with a stage: what its payer does, and the
 * notices that it would send, so that the suite can be run against whatever stands behind the port.
 */
import type { IncomingHttpHeaders } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { uuidv7 } from "../../src/platform/random.js";
import { type PaymentOrder, type Provider, referenceOf } from "../../src/providers/port.js";
import { cents } from "../payments/desk.js";

type Notice = { readonly headers: IncomingHttpHeaders; readonly body: Buffer };

export type Stage = {
  readonly provider: Provider;
  /** The payer pays what was asked. Resolves when the provider has the money; false when it did not take it. */
  pay(reference: string): Promise<boolean>;
  /** The payer refuses; absent where nobody can. */
  readonly decline?: (reference: string) => Promise<unknown>;
  /** What the provider has to say of the payment so far, signed `ago` seconds ago. */
  notices(reference: string, ago?: number): Promise<readonly Notice[]>;
  /** What becomes of the payouts that are asked for from now on. */
  setPayouts(fate: "paid" | "refused" | "later"): Promise<void>;
  /** Time goes by until what takes its time is paid. */
  waitForPayouts(): Promise<void>;
  /** The amounts that left under a reference. */
  paidOut(reference: string): Promise<readonly string[]>;
  /** Nobody answers from now on, or somebody does again. */
  setDown(isDown: boolean): Promise<void>;
  close(): Promise<void>;
};

const PAYEE = { kind: "mobile_money", name: "Ada Byron", number: "+255712345678" } as const;

let made = 0;
const orderOf = (amount = "25.00"): PaymentOrder => ({
  reference: `HF${uuidv7().replaceAll("-", "").slice(-11).toUpperCase()}${made++ % 10}`,
  amount: cents(amount),
  phone: "+255712345678",
  returnUrl: "https://pay.example/back",
  expiresAt: 4_000_000_000,
});

export function conforms(name: string, open: () => Promise<Stage>): void {
  describe(`${name} conforms`, () => {
    let stage: Stage;
    beforeAll(async () => {
      stage = await open();
    });
    afterAll(() => stage.close());

    const ordered = async (amount?: string): Promise<PaymentOrder> => {
      const order = orderOf(amount);
      expect((await stage.provider.createPayment(order)).kind).toBe("created");
      return order;
    };
    const paid = async (amount?: string): Promise<PaymentOrder> => {
      const order = await ordered(amount);
      expect(await stage.pay(order.reference)).toBe(true);
      return order;
    };

    test("an order is taken once, and answered the same each time, at once or later", async () => {
      const order = orderOf();
      const answers = await Promise.all([1, 2, 3].map(() => stage.provider.createPayment(order)));
      const created = answers.filter(({ kind }) => kind === "created");
      expect(created.length).toBeGreaterThan(0);
      expect(answers.every(({ kind }) => kind === "created" || kind === "unreachable")).toBe(true);
      expect(await stage.provider.createPayment(order)).toEqual(created[0]);
      expect(await stage.provider.lookUp(order.reference)).toEqual({ kind: "known", reports: [] });
    });

    test("what was never ordered is unknown", async () => {
      expect(await stage.provider.lookUp("HFNEVERORDERED")).toEqual({ kind: "unknown" });
    });

    test("money is reported when asked and by notice, alike, and can't be called off any more", async () => {
      const { reference, amount } = await paid();
      const report = { reference, receipt: 1, outcome: "succeeded", amount };
      expect(await stage.provider.lookUp(reference)).toEqual({ kind: "known", reports: [report] });
      const told = (await stage.notices(reference)).map(({ headers, body }) =>
        stage.provider.verifyCallback(headers, body),
      );
      expect(told).toContainEqual({ kind: "genuine", reports: [report] });
      expect(await stage.provider.cancelPayment(reference)).toEqual({ kind: "too_late" });
    });

    test("a refusal is reported with its reason, and no money is taken afterwards", async () => {
      if (stage.decline === undefined) return;
      const { reference } = await ordered();
      await stage.decline(reference);
      const report = { reference, receipt: 1, outcome: "failed", failure: "declined" };
      expect(await stage.provider.lookUp(reference)).toEqual({ kind: "known", reports: [report] });
      expect(await stage.pay(reference)).toBe(false);
    });

    test("what is called off asks nobody for money; twice is as good as once", async () => {
      const order = await ordered();
      const { reference } = order;
      for (const _ of [1, 2]) expect(await stage.provider.cancelPayment(reference)).toEqual({ kind: "cancelled" });
      expect(await stage.provider.createPayment(order)).toEqual({ kind: "refused", failure: "cancelled" });
      // A bank can't keep people from sending money: then it says so.
      const came = await stage.pay(reference);
      const found = await stage.provider.lookUp(reference);
      const [report] = found.kind === "known" ? found.reports : [];
      expect(report?.outcome).toBe(came ? "succeeded" : "failed");
    });

    test("what is called off before it was ordered is never taken", async () => {
      const order = orderOf();
      expect(await stage.provider.cancelPayment(order.reference)).toEqual({ kind: "cancelled" });
      expect(await stage.provider.createPayment(order)).toEqual({ kind: "refused", failure: "cancelled" });
      expect(await stage.provider.lookUp(order.reference)).toEqual({ kind: "unknown" });
    });

    test("a refund is paid once for one reference, and never more in all than came in", async () => {
      const payment = referenceOf({ reference: (await paid("25.00")).reference, receipt: 1 });
      const first = { reference: uuidv7(), payment, amount: cents("10.00") };
      for (const _ of [1, 2, 3]) expect(await stage.provider.refund(first)).toEqual({ kind: "paid" });
      const together = { reference: uuidv7(), payment, amount: cents("5.00") };
      const answers = await Promise.all([1, 2, 3, 4].map(() => stage.provider.refund(together)));
      expect(answers.some(({ kind }) => kind === "paid")).toBe(true);
      const tooMuch = { reference: uuidv7(), payment, amount: cents("10.01") };
      expect((await stage.provider.refund(tooMuch)).kind).toBe("refused");
      expect(await stage.provider.refund({ reference: uuidv7(), payment, amount: cents("10.00") })).toEqual({
        kind: "paid",
      });
    });

    test("nothing is paid back of what never came in", async () => {
      const { reference } = await ordered();
      const order = { reference: uuidv7(), payment: reference, amount: cents("1.00") };
      expect((await stage.provider.refund(order)).kind).toBe("refused");
    });

    test("a payout is paid once for one reference, however often it is asked for, at once or later", async () => {
      const order = { reference: uuidv7(), amount: cents("7.00"), payee: PAYEE };
      const answers = await Promise.all([1, 2, 3].map(() => stage.provider.payout(order)));
      expect(answers.some(({ kind }) => kind === "paid")).toBe(true);
      expect(answers.every(({ kind }) => kind === "paid" || kind === "unreachable")).toBe(true);
      expect(await stage.provider.payout(order)).toEqual({ kind: "paid" });
      expect(await stage.paidOut(order.reference)).toEqual(["7.00"]);
    });

    test("a payout that is refused stays refused, with a reason, and nothing leaves", async () => {
      await stage.setPayouts("refused");
      const order = { reference: uuidv7(), amount: cents("7.00"), payee: PAYEE };
      const refused = { kind: "refused", reason: expect.stringMatching(/\S/) };
      expect(await stage.provider.payout(order)).toEqual(refused);
      await stage.setPayouts("paid");
      expect(await stage.provider.payout(order)).toEqual(refused);
      expect(await stage.paidOut(order.reference)).toEqual([]);
    });

    test("a payout that takes its time is pending each time it is asked for, until it is paid", async () => {
      await stage.setPayouts("later");
      const order = { reference: uuidv7(), amount: cents("7.00"), payee: PAYEE };
      for (const _ of [1, 2]) expect(await stage.provider.payout(order)).toEqual({ kind: "pending" });
      await stage.setPayouts("paid");
      expect(await stage.provider.payout(order)).toEqual({ kind: "pending" });
      await stage.waitForPayouts();
      expect(await stage.provider.payout(order)).toEqual({ kind: "paid" });
      expect(await stage.paidOut(order.reference)).toEqual(["7.00"]);
    });

    test("a notice that was changed, signed by another, signed long ago or not at all is forged", async () => {
      const { reference } = await paid();
      const [notice] = await stage.notices(reference);
      const [old] = await stage.notices(reference, 301);
      if (notice === undefined || old === undefined) throw new Error("there is no notice");
      const { headers, body } = notice;
      const verdict = (given: IncomingHttpHeaders, bytes: Buffer): string =>
        stage.provider.verifyCallback(given, bytes).kind;
      expect(verdict(headers, body)).toBe("genuine");
      expect(verdict(headers, Buffer.concat([body, Buffer.from(" ")]))).toBe("forged");
      expect(verdict(headers, Buffer.alloc(0))).toBe("forged");
      expect(verdict({}, body)).toBe("forged");
      expect(verdict(old.headers, old.body)).toBe("forged");
      for (const name of Object.keys(headers)) {
        const signed = String(headers[name]);
        if (!/[0-9a-f]{64}/.test(signed)) continue;
        const flipped = signed.replace(/[0-9a-f]$/, (digit) => (digit === "0" ? "1" : "0"));
        expect(verdict({ ...headers, [name]: flipped }, body)).toBe("forged");
        expect(verdict({ ...headers, [name]: [signed, signed] as never }, body)).toBe("forged");
        expect(verdict({ ...headers, [name]: signed.toUpperCase() }, body)).toBe("forged");
      }
    });

    test("a provider that is down says of nothing that it was done, and does what is asked again", async () => {
      const order = orderOf();
      const { reference } = await paid();
      await stage.setDown(true);
      const { provider } = stage;
      const refund = { reference: uuidv7(), payment: reference, amount: cents("1.00") };
      for (const answer of await Promise.all([
        provider.createPayment(order),
        provider.cancelPayment(order.reference),
        provider.lookUp(reference),
        provider.refund(refund),
        provider.payout({ reference: uuidv7(), amount: cents("1.00"), payee: PAYEE }),
      ])) {
        expect(answer).toEqual({ kind: "unreachable", reason: expect.stringMatching(/\S/) });
      }
      await stage.setDown(false);
      expect((await provider.createPayment(order)).kind).toBe("created");
      expect(await provider.refund(refund)).toEqual({ kind: "paid" });
    });
  });
}
