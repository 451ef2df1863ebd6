/** The sandbox's providers, and what the wrapper makes of whatever stands behind it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { cents } from "../../src/domain/money.js";
import { unixSeconds } from "../../src/platform/clock.js";
import { type Database, openDatabase } from "../../src/platform/database.js";
import { noticeKey, openProviders } from "../../src/providers/open.js";
import type { Provider } from "../../src/providers/port.js";
import { SANDBOX, type SandboxName } from "../../src/providers/sandbox/names.js";
import { SIGNATURE_HEADER } from "../../src/providers/sandbox/read-notice.js";
import { signNotice } from "../../src/providers/signature.js";
import { newDatabase } from "../harness.js";
import { SECRET } from "../payments/desk.js";
import { conforms } from "./conformance.js";
import { DISPUTES } from "./conformance-disputes.js";
import { noticed, SANDBOX_ORIGIN, sandboxStage } from "./sandbox-stage.js";
import { FAULTS, type Fault } from "./stage.js";

let db: Database;
beforeAll(async () => {
  db = openDatabase(await newDatabase(), { connections: 4 });
});
afterAll(async () => {
  await db.close();
});

const origin = (): string => SANDBOX_ORIGIN;

/** Faults of HTTP: these providers are asked without it. */
const WITHOUT_HTTP = (Object.keys(FAULTS) as Fault[]).filter((kind) => !["down", "lost", "dropped"].includes(kind));
const skippedOf = (name: SandboxName): readonly string[] => [
  ...WITHOUT_HTTP.flatMap((kind) => [
    `an order whose answer was ${kind}: nobody knows, and asked for again, at once or after 25 hours, it is there once`,
    `a refund whose answer was ${kind} is paid once, asked for again at once or after 25 hours`,
    `a payout whose answer was ${kind} is paid once, asked for again at once or after 25 hours`,
  ]),
  "the least and the most are taken",
  ...(name === "sandbox-card" ? [] : DISPUTES),
  ...(name === "sandbox-bank"
    ? ["a refusal is reported with its reason, and no money is taken afterwards"]
    : ["less, more, a second time and late: each money is a receipt of its own"]),
  ...(name === "sandbox-card" ? PAYOUTS : []),
];
const PAYOUTS = [
  "a payout is paid once for one reference, however often it is asked for, at once and a day later",
  "a payout that is refused stays refused, with a reason, and nothing leaves",
  "a payout that takes its time is pending each time it is asked for, until it is paid",
  "a payout that comes back is told when it is asked for again, and is not paid a second time",
  "a payout for which our balance does not reach waits, and is paid once it does",
  ...["down", "lost", "dropped"].map(
    (kind) => `a payout whose answer was ${kind} is paid once, asked for again at once or after 25 hours`,
  ),
];

for (const name of Object.keys(SANDBOX) as SandboxName[]) {
  conforms(name, async () => sandboxStage(db, name), { skipped: skippedOf(name) });
}

test("each provider signs with a key of its own", async () => {
  const body = Buffer.from('{"order":"HF0","receipt":1,"outcome":"pending"}');
  const headers = { [SIGNATURE_HEADER]: signNotice(noticeKey(SECRET, "sandbox-card"), unixSeconds(), body) };
  const verdicts = await Promise.all(
    openProviders({ mode: "sandbox" }, { db, secret: SECRET, origin }).all.map(async (provider) => [
      provider.name,
      (await provider.verifyCallback({ method: "POST", path: "/", host: "localhost", headers, body })).kind,
    ]),
  );
  expect(verdicts).toEqual([
    ["sandbox-card", "genuine"],
    ["sandbox-mobile-money", "forged"],
    ["sandbox-bank", "forged"],
    ["sandbox", "forged"],
  ]);
});

test("a dispute whose notice bears no signature is not believed, and one that makes no sense is none", async () => {
  const dispute = { about: "dispute", order: "HF0", is_taken: true, currency: "USD", reason: "fraudulent" };
  const said = { ...dispute, stage: "opened", amount_minor: "2500", fee_minor: "1500", answer_by: 4_000_000_000 };
  const card = openProviders({ mode: "sandbox" }, { db, secret: SECRET, origin }).byName("sandbox-card") as Provider;
  const verdictOf = (fields: object, isSigned: boolean) => {
    const body = Buffer.from(JSON.stringify(fields));
    const signature = signNotice(noticeKey(SECRET, "sandbox-card"), unixSeconds(), body);
    return card.verifyCallback(noticed("sandbox-card", body, isSigned ? { [SIGNATURE_HEADER]: signature } : {}));
  };
  expect(await verdictOf(said, true)).toMatchObject({
    kind: "genuine",
    reports: [{ stage: "opened", theirId: "dispute-HF0", amount: 2500n, fee: 1500n, answerBy: 4_000_000_000 }],
  });
  expect(await verdictOf(said, false)).toMatchObject({ kind: "hint", about: [{ about: "payment", reference: "HF0" }] });
  for (const wrong of [{ stage: "paid" }, { amount_minor: "0" }, { fee_minor: "-1" }, { is_taken: "yes" }])
    expect(await verdictOf({ ...said, ...wrong }, true)).toMatchObject({ kind: "unreadable" });
});

test("in live mode nothing is offered, and play money has no provider", () => {
  const money = { amount: cents(2500n), currency: "USD" };
  const live = openProviders({ mode: "live" }, { db, secret: SECRET, origin });
  expect(live.methods(money)).toEqual([]);
  expect(live.all).toEqual([]);
  expect(live.forPayment("card", { ...money, country: null })).toBeNull();
  expect(live.byName("sandbox-card")).toBeNull();
  const sandbox = openProviders({ mode: "sandbox" }, { db, secret: SECRET, origin });
  expect(sandbox.methods(money)).toEqual(["card", "mobile_money", "bank"]);
});
