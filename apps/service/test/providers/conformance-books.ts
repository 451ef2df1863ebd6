/** A provider that is down, and its statement. */
import { expect } from "vitest";
import { uuidv7 } from "../../src/platform/random.js";
import type { Provider, StatementLine } from "../../src/providers/port.js";
import { always, refunds, type StoryTools, UNREACHABLE } from "./conformance-story.js";
import { orderOf, refundOf, type Stage, type StatementFault } from "./stage.js";

/** Of who tells what lies there. */
export const STATEMENT = [
  "the statement has every movement once, in pages, and adds up to the balance",
  "a statement that lacks a line, has one twice, or has another fee is told as it is",
] as const;

const hasBooks = ({ provider }: Stage): boolean => provider.books !== null;

export function conformsInBooks({ stage, story, paid, insisted }: StoryTools): void {
  // Down, and the books --------------------------------------------------------------------------------------------

  story(
    "a provider that is down says of nothing that it was done, and does what is asked again",
    (one) => one.faults.includes("down"),
    async () => {
      const order = orderOf(stage().provider);
      const { reference } = await paid();
      await stage().fault("down");
      const { provider } = stage();
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
        for (const secret of stage().secrets) expect(JSON.stringify(answer)).not.toContain(secret);
      }
      await stage().fault(null);
      expect((await insisted(() => provider.createPayment(order))).kind).toBe("created");
      if (refunds(stage())) expect(await insisted(() => provider.refund(refund))).toMatchObject({ kind: "paid" });
    },
  );

  story(STATEMENT[0], hasBooks, async () => {
    const { reference: payment } = await paid("25.00");
    const refund = refundOf(stage().provider, payment, "5.00");
    if (refunds(stage())) await insisted(() => stage().provider.refund(refund));
    const lines = await wholeStatement(stage().provider);
    expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
    expect(lines.filter(({ type, reference }) => type === "payment" && reference === payment)).toHaveLength(1);
    if (refunds(stage()))
      expect(lines.filter(({ type, reference }) => type === "refund" && reference === refund.reference)).toHaveLength(
        1,
      );
    for (const { amount, fee, net } of lines) expect(net).toBe(amount - fee);
    // A bank closes each statement with its balance: one that does not meet it is not booked.
    if (stage().told !== undefined) return;
    const balance = await stage().provider.balance();
    if (balance.kind !== "balance") throw new Error(balance.reason);
    for (const currency of new Set(lines.map((line) => line.currency))) {
      const sum = (money: readonly { currency: string; amount: bigint }[]): bigint =>
        money.filter((one) => one.currency === currency).reduce((all, { amount }) => all + amount, 0n);
      expect(sum(lines.map(({ net, ...line }) => ({ ...line, amount: net }))), currency).toBe(
        sum([...balance.available, ...balance.pending]),
      );
    }
  });

  const isSpoiled = (one: Stage): boolean => hasBooks(one) && one.faultStatement !== undefined;
  story(STATEMENT[1], isSpoiled, async () => {
    const told = async (fault?: StatementFault): Promise<readonly StatementLine[]> => {
      const { reference } = await paid("25.00");
      if (fault !== undefined) await stage().faultStatement?.(reference, fault);
      return (await wholeStatement(stage().provider)).filter((line) => line.reference === reference);
    };
    const payments = (lines: readonly StatementLine[]): number => lines.filter(({ type }) => type === "payment").length;
    const kept = (lines: readonly StatementLine[]): bigint =>
      lines.reduce((all, line) => all + (line.type === "fee" ? -line.amount : line.fee), 0n);
    const sound = await told();
    expect(payments(await told("left_out"))).toBe(0);
    expect(kept(await told("fee"))).toBe(kept(sound) + 100n);
    const before = await wholeStatement(stage().provider);
    await told("twice");
    const after = await wholeStatement(stage().provider);
    expect(payments(after) - payments(before)).toBe(2);
  });

  story("a reference that is unlike any other is refused or kept as it is", always, async () => {
    expect(await stage().provider.lookUp(uuidv7())).toEqual({ kind: "unknown" });
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
