/** Adapters over HTTP before the conformance suite: our own, served by the protocol, so that it can say all that the port can. */
import { PROVIDER_WORDS } from "@holdfast/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DESTINATION_KINDS } from "../../../src/domain/payouts.js";
import { PAYMENT_FAILURES } from "../../../src/domain/states.js";
import { type Database, openDatabase } from "../../../src/platform/database.js";
import { noticeKey } from "../../../src/providers/open.js";
import { SANDBOX, type SandboxName } from "../../../src/providers/sandbox/names.js";
import { openSimulator } from "../../../src/providers/sandbox/simulator.js";
import { newDatabase } from "../../harness.js";
import { SECRET } from "../../payments/desk.js";
import { conforms, type Stage } from "../conformance.js";
import { DISPUTES } from "../conformance-disputes.js";
import { SANDBOX_ORIGIN, sandboxStage } from "../sandbox-stage.js";
import { FAULTS } from "../stage.js";
import { serveAdapter } from "./serve.js";
import { ADAPTER_SECRET, openHttpStage } from "./stage.js";

let db: Database;
beforeAll(async () => {
  db = openDatabase(await newDatabase(), { connections: 4 });
});
afterAll(() => db.close());

async function served(name: SandboxName): Promise<Stage> {
  const adapter = openSimulator(name, { db, key: noticeKey(SECRET, name), origin: () => SANDBOX_ORIGIN });
  const { url, close } = await serveAdapter({ adapter, stage: sandboxStage(db, name), secret: ADAPTER_SECRET });
  const stage = await openHttpStage(db, { url, isClockShared: true });
  return {
    ...stage,
    close: async () => {
      await stage.close();
      await close();
    },
  };
}

test("the protocol has each word that the service has", () => {
  expect(PROVIDER_WORDS.failures).toEqual(PAYMENT_FAILURES);
  expect(PROVIDER_WORDS.payees).toEqual(DESTINATION_KINDS);
});

/** What it can do decides, as without HTTP; only there is none that can't be spoiled now. */
const SKIPPED: Readonly<Record<SandboxName, readonly string[]>> = {
  "sandbox-card": [
    "less, more, a second time and late: each money is a receipt of its own",
    "a payout is paid once for one reference, however often it is asked for, at once and a day later",
    "a payout that is refused stays refused, with a reason, and nothing leaves",
    "a payout that takes its time is pending each time it is asked for, until it is paid",
    "a payout that comes back is told when it is asked for again, and is not paid a second time",
    "a payout for which our balance does not reach waits, and is paid once it does",
    ...Object.keys(FAULTS).map(
      (kind) => `a payout whose answer was ${kind} is paid once, asked for again at once or after 25 hours`,
    ),
  ],
  "sandbox-mobile-money": [...DISPUTES, "less, more, a second time and late: each money is a receipt of its own"],
  "sandbox-bank": [...DISPUTES, "a refusal is reported with its reason, and no money is taken afterwards"],
};

for (const name of Object.keys(SANDBOX) as SandboxName[]) {
  conforms(`${name} over HTTP`, () => served(name), {
    skipped: ["the least and the most are taken", ...SKIPPED[name]],
    isWide: name !== "sandbox-card",
  });
}
