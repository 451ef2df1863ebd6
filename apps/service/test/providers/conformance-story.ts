/** What the stories of the conformance suite are told with. */
import { expect } from "vitest";
import type { PaymentOrder, PaymentReport } from "../../src/providers/port.js";
import { orderOf, type Stage, takesOf } from "./stage.js";

/** A story that needs what not every provider has. */
export type Story = (title: string, needs: (stage: Stage) => boolean, tell: () => Promise<void>) => void;

export type StoryTools = {
  readonly stage: () => Stage;
  readonly story: Story;
  readonly ordered: (amount?: string) => Promise<PaymentOrder>;
  readonly paid: (amount?: string) => Promise<PaymentOrder>;
  readonly reported: (reference: string) => Promise<readonly PaymentReport[]>;
  /** Asked every minute until somebody answers, as a worker would. */
  readonly insisted: <Answer extends { readonly kind: string }>(ask: () => Promise<Answer>) => Promise<Answer>;
};

export const DAY = 86_400;
export const UNREACHABLE = { kind: "unreachable", reason: expect.stringMatching(/\S/) };

export const always = (): boolean => true;
export const paysOut = (one: Stage): boolean => one.setPayouts !== undefined;
export const refunds = (one: Stage): boolean => takesOf(one.provider).refundDays !== 0;

export function storyToolsOf(stage: () => Stage, story: Story): StoryTools {
  const ordered: StoryTools["ordered"] = async (amount) => {
    const order = orderOf(stage().provider, amount);
    expect(await stage().provider.createPayment(order)).toMatchObject({ kind: "created" });
    return order;
  };
  return {
    stage,
    story,
    ordered,
    paid: async (amount) => {
      const order = await ordered(amount);
      expect(await stage().pay(order.reference)).toBe(true);
      return order;
    },
    reported: async (reference) => {
      const found = await stage().provider.lookUp(reference);
      return found.kind === "known" ? found.reports : [];
    },
    insisted: async (ask) => {
      for (let tries = 1; ; tries += 1) {
        const answer = await ask();
        if ((answer.kind !== "unreachable" && answer.kind !== "busy") || tries === 5) return answer;
        await stage().advance(60);
      }
    },
  };
}
