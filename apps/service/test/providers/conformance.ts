/**
 * What every provider has to hold to (src/providers/port.ts), whatever stands behind it. What a provider can't do, by its
 * capabilities or by its stage, is skipped; each provider pins which stories those are.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { wide } from "../bounds.js";
import { conformsInBooks } from "./conformance-books.js";
import { conformsInDisputes } from "./conformance-disputes.js";
import { conformsInNotices } from "./conformance-notices.js";
import { conformsInOutgoing } from "./conformance-outgoing.js";
import { conformsInPayments } from "./conformance-payments.js";
import { type Story, storyToolsOf } from "./conformance-story.js";
import { type Stage, takesOf } from "./stage.js";

export type { Stage } from "./stage.js";

/**
 * @param given.skipped the stories that do not apply, as they are called below: nothing else is skipped.
 * @param given.isWide whether others tell the same in short.
 */
export function conforms(
  name: string,
  open: () => Promise<Stage>,
  { skipped, isWide = false }: { readonly skipped: readonly string[]; readonly isWide?: boolean },
): void {
  describe(`${name} conforms`, isWide ? wide() : {}, () => {
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
      await stage.setCurrency?.(takesOf(stage.provider).currency);
    });
    afterAll(async () => {
      await stage.close();
      expect(left.sort(), "stories that do not apply").toEqual([...skipped].sort());
    });

    const story: Story = (title, needs, tell) => {
      test(title, async () => {
        if (needs(stage)) await tell();
        else left.push(title);
      });
    };
    const told = storyToolsOf(() => stage, story);
    conformsInPayments(told);
    conformsInOutgoing(told);
    conformsInNotices(told);
    conformsInBooks(told);
    conformsInDisputes(told);
  });
}
