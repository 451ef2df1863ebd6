/** What a provider has to hold to whose payers' banks dispute payments. */
import { expect } from "vitest";
import type { DisputeReport, Disputes } from "../../src/providers/port.js";
import type { StoryTools } from "./conformance-story.js";
import { refundOf, type Stage } from "./stage.js";

export const DISPUTES = [
  "a dispute is told with its stage, and looked up as it is told: asked about, taken, won and lost",
  "evidence is taken while the bank waits, and refused once it has decided",
  "a disputed payment is not paid back, and a dispute that nobody knows is unknown",
] as const;

export function conformsInDisputes({ stage, paid, story }: Pick<StoryTools, "stage" | "paid" | "story">): void {
  const has = (one: Stage): boolean => one.dispute !== undefined;
  const bank = (): NonNullable<Stage["dispute"]> => stage().dispute as NonNullable<Stage["dispute"]>;
  const disputes = (): Disputes => stage().provider.disputes as Disputes;

  const reported = async (theirId: string): Promise<DisputeReport> => {
    const verified = await stage().provider.verifyCallback(await bank().notice(theirId));
    const found = await disputes().lookUp(theirId);
    expect(found).toMatchObject({ kind: "known", report: { theirId } });
    const report = (found as { report: DisputeReport }).report;
    expect(verified).toMatchObject({ kind: "genuine", reports: [report] });
    return report;
  };

  story(DISPUTES[0], has, async () => {
    const order = await paid();
    await stage().provider.lookUp(order.reference);
    const money = { payment: order.reference, amount: order.amount, currency: order.currency };
    const asked = await bank().open(order.reference, "inquiry");
    expect(await reported(asked)).toMatchObject({ ...money, stage: "inquiry", isTaken: false, fee: 0n });
    for (const outcome of ["won", "lost"] as const) {
      const other = await paid();
      await stage().provider.lookUp(other.reference);
      const theirId = await bank().open(other.reference, "opened");
      expect(await reported(theirId)).toMatchObject({ payment: other.reference, stage: "opened", isTaken: true });
      await bank().decide(theirId, outcome);
      expect(await reported(theirId)).toMatchObject({ stage: outcome, isTaken: outcome === "lost" });
    }
  });

  story(DISPUTES[1], has, async () => {
    const order = await paid();
    await stage().provider.lookUp(order.reference);
    const theirId = await bank().open(order.reference, "opened");
    const { most, types } = disputes().files;
    const [type = "application/pdf"] = types;
    const file = { name: "label.pdf", type, content: new TextEncoder().encode("a label") };
    const evidence = {
      theirId,
      product: "Hand-thrown dinner set",
      buyer: { name: null, email: "ada@buyer.example" },
      deliveredOn: "2026-11-20",
      story: "It was delivered, and the buyer approved.",
      files: Array.from({ length: most + 1 }, () => file),
    };
    expect(await disputes().answer(evidence)).toEqual({ kind: "taken" });
    expect(await bank().evidence(theirId)).toEqual({ story: evidence.story, files: most });
    expect(await reported(theirId)).toMatchObject({ stage: "answered", isTaken: true });
    await bank().decide(theirId, "lost");
    expect(await disputes().answer(evidence)).toMatchObject({ kind: "refused", reason: expect.stringMatching(/\S/) });
    expect(await disputes().answer({ ...evidence, theirId: "dp_nobody" })).toMatchObject({ kind: "refused" });
  });

  story(DISPUTES[2], has, async () => {
    const order = await paid();
    await stage().provider.lookUp(order.reference);
    await bank().open(order.reference, "opened");
    expect(await stage().provider.refund(refundOf(stage().provider, order.reference, "1.00"))).toMatchObject({
      kind: "refused",
    });
    expect(await disputes().lookUp("dp_nobody")).toEqual({ kind: "unknown" });
  });
}
