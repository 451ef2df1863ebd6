/** Adapters that are slow, lie, forget or repeat: nothing is lost, nothing is done twice, and a person reads one sentence. */
import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "../../../src/platform/database.js";
import { newDatabase } from "../../harness.js";
import { ROOT } from "../../process/launch.js";
import { orderOf, payoutOf, refundOf } from "../stage.js";
import { type Example, startNodeAdapter } from "./examples.js";
import type { Spoiled } from "./faulty.js";
import { ADAPTER_SECRET, type HttpStage, openHttpStage } from "./stage.js";

let db: Database;
let example: Example;
let stage: HttpStage;
beforeAll(async () => {
  db = openDatabase(await newDatabase(), { connections: 3 });
  example = await startNodeAdapter();
  stage = await openHttpStage(db, { url: example.url, isClockShared: false });
});
afterEach(async () => {
  stage.faulty.rewrite = null;
  await stage.fault(null);
});
afterAll(async () => {
  await stage.close();
  await example.stop();
  await db.close();
});

type Said = Readonly<Record<string, unknown>>;

async function paid() {
  const order = orderOf(stage.provider);
  expect(await stage.provider.createPayment(order)).toMatchObject({ kind: "created" });
  expect(await stage.pay(order.reference)).toBe(true);
  return order;
}

const WORDS: readonly (readonly [string, (said: Said) => unknown, string])[] = [
  [
    "a word that nobody knows",
    (said) => ({ ...said, kind: "queued" }),
    'its kind is "queued", and holdfast-provider/1 takes paid, pending, refused, returned, short, busy',
  ],
  [
    "an amount as a number",
    (said) => ({ ...said, amount: 5 }),
    'its amount is a number, and holdfast-provider/1 takes an amount as text, such as "25.00"',
  ],
  ["an amount with three decimals", (said) => ({ ...said, amount: "5.001" }), "its amount is"],
  ["no currency", ({ currency: _, ...said }) => said, "it has no currency"],
  [
    "less than was asked for",
    (said) => ({ ...said, amount: "4.99" }),
    "it says that 4.99 USD was paid, and 5.00 USD was asked for",
  ],
  [
    "another currency",
    (said) => ({ ...said, currency: "EUR" }),
    "it says that 5.00 EUR was paid, and 5.00 USD was asked for",
  ],
  ["a refusal without a reason", () => ({ kind: "refused" }), "it has no reason"],
  ["no object", () => ["paid"], "its answer is no JSON object"],
  ["the number of an account where a word belongs", () => ({ kind: "DE75512108001245126199" }), 'its kind is "DE…"'],
];
for (const [what, change, sentence] of WORDS)
  test(`an adapter that says ${what} of a refund: nobody knows, one sentence, and afterwards it is paid once`, async () => {
    const refund = refundOf(stage.provider, (await paid()).reference, "5.00");
    stage.lies(/\/refunds/, change);
    const answer = await stage.provider.refund(refund);
    expect(answer).toMatchObject({ kind: "unreachable", cause: "unreadable" });
    expect(answer.kind === "unreachable" ? answer.reason : "").toContain(sentence);
    stage.faulty.rewrite = null;
    await stage.advance(11);
    expect(await stage.provider.refund(refund)).toMatchObject({ kind: "paid" });
    expect(await stage.made(refund.reference)).toEqual(["5.00"]);
  });

const REPORTS: readonly (readonly [string, (report: Said) => unknown, string])[] = [
  [
    "another payment",
    (report) => ({ ...report, reference: "HFANOTHER00001" }),
    "it reports another payment than it was asked for",
  ],
  ["nothing as money", (report) => ({ ...report, amount: "0.00" }), "it tells of an amount of 0"],
  ["less than nothing", (report) => ({ ...report, amount: "-1.00" }), "its amount is"],
  ["a receipt of none", (report) => ({ ...report, receipt: 0 }), "its receipt is"],
];
for (const [what, change, sentence] of REPORTS)
  test(`an adapter that reports ${what}: nothing is booked`, async () => {
    const { reference } = await paid();
    stage.lies(/\/payments\//, (said) => ({ ...said, reports: (said["reports"] as readonly Said[]).map(change) }));
    expect(await stage.provider.lookUp(reference)).toMatchObject({
      kind: "unreachable",
      cause: "unreadable",
      reason: expect.stringContaining(sentence),
    });
  });

test("an account from which more went out than came in: its balance is less than nothing, and stands in the document", async () => {
  expect(await stage.provider.payout(payoutOf(stage, "1000.00"))).toMatchObject({ kind: "paid" });
  const balance = await stage.provider.balance();
  expect(balance.kind === "balance" ? balance.available.map(({ amount }) => amount < 0n) : balance).toEqual([true]);
  expect(stage.faulty.problems.filter((problem) => problem.includes("/balance"))).toEqual([]);
});

test("money of another amount or currency than was asked for is reported as what came", async () => {
  const { reference } = await paid();
  stage.lies(/\/payments\//, (said) => ({
    ...said,
    reports: [{ ...(said["reports"] as readonly Said[])[0], amount: "24.00", currency: "KES" }],
  }));
  expect(await stage.provider.lookUp(reference)).toMatchObject({
    kind: "known",
    reports: [{ outcome: "succeeded", amount: 2_400n, currency: "KES" }],
  });
});

const SPOILED: readonly (readonly [Spoiled, string])[] = [
  ["html", "its answer can't be believed: it bears no signature"],
  ["unsigned", "its answer can't be believed: it bears no signature"],
  ["nonsense", "its answer can't be believed: its signature is of no secret that we have"],
  ["replayed", "its answer can't be believed: it is signed for another request"],
  ["huge", "its answer broke off, or was too long"],
  ["redirect", "it answered with HTTP 302"],
  ["stored", "it answered with HTTP 500"],
  ["key", "it does not take our signature (HTTP 401)"],
];
for (const [spoiled, sentence] of SPOILED)
  test(`a payout whose answer is ${spoiled} has one sentence, and is made once`, async () => {
    await stage.provider.payout(payoutOf(stage));
    const payout = payoutOf(stage);
    stage.faulty.fault(spoiled);
    const answer = await stage.provider.payout(payout);
    expect(answer).toMatchObject({ kind: "unreachable", reason: sentence });
    // That a stranger between us says that nothing was done is not believed.
    expect(answer.kind === "unreachable" && answer.isUndone === true).toBe(false);
    stage.faulty.fault(null);
    await stage.advance(11);
    expect(await stage.provider.payout(payout)).toMatchObject({ kind: "paid" });
    expect(await stage.made(payout.reference)).toEqual(["7.00"]);
  });

test("one that is too slow is given up, and what it did meanwhile is found", async () => {
  const hasty = await openHttpStage(db, { url: example.url, isClockShared: false, withinMs: 400 });
  const payout = payoutOf(hasty);
  hasty.faulty.fault("silent");
  expect(await hasty.provider.payout(payout)).toMatchObject({ kind: "unreachable", reason: "No answer within 0.4 s." });
  hasty.faulty.fault(null);
  await hasty.advance(11);
  expect(await hasty.provider.payout(payout)).toMatchObject({ kind: "paid" });
  expect(await hasty.made(payout.reference)).toEqual(["7.00"]);
  await hasty.close();
});

test("what it had taken and has forgotten is not asked for again", async () => {
  const payout = payoutOf(stage);
  expect(await stage.provider.payout(payout)).toMatchObject({ kind: "paid" });
  stage.lies(/\/payouts\//, () => ({ kind: "unknown" }));
  await stage.advance(25 * 3_600);
  expect(await stage.provider.payout(payout)).toMatchObject({
    kind: "unreachable",
    reason: "it knows nothing any more of what it had taken",
  });
  expect(await stage.made(payout.reference)).toEqual(["7.00"]);
});

test("while a secret is rolled either signs, and neither side has to change first", async () => {
  const next = `whsec_${Buffer.alloc(40, "the next one").toString("base64")}`;
  const both = stage.open({ secrets: [next, ADAPTER_SECRET] });
  expect(await both.check()).toMatchObject({ kind: "checked", account: "First Bank, client funds" });
  const rolled = await startNodeAdapter({ env: { SECRETS: `${next},${ADAPTER_SECRET}` } });
  const before = await openHttpStage(db, { url: rolled.url, isClockShared: false });
  expect(await before.provider.check()).toMatchObject({ kind: "checked" });
  await before.close();
  await rolled.stop();
  const alone = stage.open({ secrets: [next] });
  expect(await alone.check()).toMatchObject({ kind: "unreachable", cause: "key" });
});

test("an adapter in its test mode offers a live deployment nothing", async () => {
  const live = stage.open({ isLive: true });
  await live.refresh();
  expect(live.capabilities).toEqual([]);
  expect(live.books).toBeNull();
  expect(await live.check()).toMatchObject({ kind: "checked", isLive: false });
});

const CAPABILITIES: readonly (readonly [string, (said: Said) => unknown])[] = [
  ["another protocol", (said) => ({ ...said, protocol: "holdfast-provider/2" })],
  [
    "a method that there is not",
    (said) => ({ ...said, capabilities: [{ ...(said["capabilities"] as Said[])[0], method: "cash" }] }),
  ],
  [
    "a least above its most",
    (said) => ({ ...said, capabilities: [{ ...(said["capabilities"] as Said[])[0], least: "9.00", most: "8.00" }] }),
  ],
  ["a page that is no origin", (said) => ({ ...said, pay_pages: ["javascript:alert(1)"] })],
];
for (const [what, change] of CAPABILITIES)
  test(`capabilities with ${what} are not taken in part: what was known before holds`, async () => {
    const fresh = stage.open({});
    stage.lies(/\/capabilities/, change);
    await fresh.refresh();
    expect(fresh.capabilities).toEqual(stage.provider.capabilities);
    expect(await stage.provider.check()).toMatchObject({ kind: "unreachable", cause: "unreadable" });
    expect(stage.provider.capabilities).toHaveLength(2);
  });

const ICON = readFileSync(`${ROOT}examples/providers/node/icon.png`);
/** The size that a picture says it has, which may be another than its bytes. */
const sized = (width: number): string => {
  const png = Buffer.from(ICON);
  png.writeUInt32BE(width, 16);
  return png.toString("base64");
};
const labelled = (labels: unknown) => (said: Said) => ({
  ...said,
  capabilities: (said["capabilities"] as Said[]).map((one) => (one["direction"] === "in" ? { ...one, labels } : one)),
});
const IN = "Its labels of payments by bank are not shown: ";
const LOOKS: readonly (readonly [string, (said: Said) => unknown, string])[] = [
  [
    "a label that turns the words around it",
    labelled({ default: "\u202eknaB" }),
    `${IN}the one for default has characters that hide or turn others.`,
  ],
  [
    "a label that nobody sees",
    labelled({ default: "\u3164" }),
    `${IN}the one for default has characters that hide or turn others.`,
  ],
  [
    "a label that covers its neighbours",
    labelled({ default: `B${"\u0335".repeat(9)}ank` }),
    `${IN}the one for default has characters that hide or turn others.`,
  ],
  [
    "a script for a label",
    labelled({ default: "<script>alert(1)</script>" }),
    `${IN}the one for default has one of < > @.`,
  ],
  [
    "a label of a whole page",
    labelled({ default: "Bank", fr: "Banque ".repeat(20) }),
    `${IN}the one for fr is longer than 40 characters.`,
  ],
  ["a label of dots", labelled({ default: "…" }), `${IN}the one for default is no name.`],
  ["a label that is a number", labelled({ default: 5 }), `${IN}the one for default is no text.`],
  ["a language that there is not", labelled({ default: "Bank", qqq: "Bank" }), `${IN}"qqq" is no language.`],
  ["labels without a default", labelled({ fr: "Banque" }), `${IN}they have no default.`],
  ["labels in a list", labelled(["Bank"]), `${IN}they are no object.`],
  [
    "a huge icon",
    (said) => ({ ...said, icon: Buffer.alloc(40_000).toString("base64") }),
    "Its icon is not shown: it is larger than 32 KB.",
  ],
  [
    "an icon that unfolds",
    (said) => ({ ...said, icon: sized(60_000) }),
    "Its icon is not shown: one of its sides is longer than 512 pixels.",
  ],
  [
    "a drawing with a script",
    (said) => ({ ...said, icon: Buffer.from("<svg onload='alert(1)'/>").toString("base64") }),
    "Its icon is not shown: it is neither PNG, WebP nor JPEG.",
  ],
  [
    "an icon that is an address",
    (said) => ({ ...said, icon: "https://bank.example/icon.png" }),
    "Its icon is not shown: it is no base64.",
  ],
];
test("an adapter whose label or icon misleads or harms is told so in one sentence; ours stand, and all else is used", async () => {
  for (const [what, change, sentence] of LOOKS) {
    const fresh = stage.open({});
    stage.lies(/\/capabilities/, change);
    await fresh.refresh();
    const isOfIcon = sentence.startsWith("Its icon");
    const [takes, pays] = fresh.capabilities;
    expect({ what, labels: takes?.labels?.default, icon: fresh.looks.icon?.width, faults: fresh.looks.faults }).toEqual(
      {
        what,
        labels: isOfIcon ? "First Bank transfer" : undefined,
        icon: isOfIcon ? undefined : 64,
        faults: [sentence],
      },
    );
    expect(pays?.labels?.default).toBe("Account at any bank");
    expect(await fresh.check()).toMatchObject({ kind: "checked", problems: [sentence] });
  }
});

test("an instruction that leads a payer to no page is none", async () => {
  const order = orderOf(stage.provider);
  stage.lies(/\/payments$/, (said) => ({ ...said, instructions: { kind: "redirect", url: "javascript:alert(1)" } }));
  expect(await stage.provider.createPayment(order)).toMatchObject({
    kind: "unreachable",
    reason: "its url is no address of a page",
  });
});

test("a line that the provider exchanged names what moved; one that contradicts itself is read as nothing", async () => {
  await paid();
  const exchanged = (amount: string, currency: string) => (said: Said) => ({
    ...said,
    lines: (said["lines"] as readonly Said[])
      .filter(({ type }) => type === "payment")
      .map((line) => ({ ...line, of: { amount, currency } })),
  });
  const read = () => stage.provider.statement(0, null);
  stage.lies(/statement/, exchanged("4.62", "EUR"));
  const of = expect.objectContaining({ of: { amount: 462n, currency: "EUR" } });
  expect(await read()).toMatchObject({ kind: "page", lines: expect.arrayContaining([of]) });
  for (const [amount, currency, reason] of [
    ["5.00", "USD", "a line was exchanged for its own currency"],
    ["-4.62", "EUR", "what a line was exchanged for has another sign"],
  ] as const) {
    stage.lies(/statement/, exchanged(amount, currency));
    expect(await read()).toMatchObject({ kind: "unreachable", reason: expect.stringContaining(reason) });
  }
});
