/** The doctor of adapters: it passes those that conform, and names what is wrong with one that was broken in a single place. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "../../../src/platform/database.js";
import { examineProvider, type ProviderReport } from "../../../src/providers/http/doctor/examine.js";
import { noticeKey } from "../../../src/providers/open.js";
import { openSimulator } from "../../../src/providers/sandbox/simulator.js";
import { wide } from "../../bounds.js";
import { newDatabase } from "../../harness.js";
import { SECRET } from "../../payments/desk.js";
import { ROOT } from "../../process/launch.js";
import { needs } from "../../programs.js";
import { SANDBOX_ORIGIN, sandboxStage } from "../sandbox-stage.js";
import { startNodeAdapter, startPhpAdapter } from "./examples.js";
import { serveAdapter } from "./serve.js";
import { ADAPTER_SECRET } from "./stage.js";

let db: Database;
beforeAll(async () => {
  db = openDatabase(await newDatabase(), { connections: 4 });
});
afterAll(() => db.close());

const examined = (url: string, only: string | null = null): Promise<ProviderReport> =>
  examineProvider(url, { secret: ADAPTER_SECRET, only, extraCa: null });
const failed = ({ findings }: ProviderReport): readonly string[] =>
  findings.filter(({ verdict }) => verdict === "fail").map(({ check }) => check);
const skipped = ({ findings }: ProviderReport): readonly string[] =>
  findings.filter(({ verdict }) => verdict === "skip").map(({ check }) => check);

const DISPUTES = ["dispute-stages", "dispute-refund", "dispute-evidence"];

test("the adapter in Node holds, and what it can't play is skipped", async () => {
  const adapter = await startNodeAdapter();
  const report = await examined(adapter.url);
  expect(failed(report)).toEqual([]);
  expect(skipped(report)).toEqual(["decline", ...DISPUTES]);
  expect(report).toMatchObject({
    verdict: "passed",
    account: "First Bank, client funds",
    counts: { fail: 0, skip: 4 },
  });
  await adapter.stop();
});

test("the adapter in PHP holds", async (context) => {
  needs(context, "php");
  const adapter = await startPhpAdapter();
  expect(failed(await examined(adapter.url))).toEqual([]);
  await adapter.stop();
});

test("our own, served by the protocol, holds in disputes too, and below a path; that it forgets after a day, it is told", async () => {
  const name = "sandbox-card";
  const adapter = openSimulator(name, { db, key: noticeKey(SECRET, name), origin: () => SANDBOX_ORIGIN });
  const served = await serveAdapter({ adapter, stage: sandboxStage(db, name), secret: ADAPTER_SECRET });
  const report = await examined(served.url);
  // As few real providers do for ever only once what they are asked: the wrapper looks before it repeats.
  expect(failed(report)).toEqual(["order-once", "refund-once"]);
  expect(skipped(report).filter((check) => !check.startsWith("payout-"))).toEqual(["looks", "transfer", "rates"]);
  await served.close();
});

/** One thing is done wrong: in which file, what instead of what, and what the doctor says does not hold. */
type Break = {
  readonly file: "adapter" | "bank" | "protocol";
  readonly from: string;
  readonly to: string;
  readonly fails: readonly string[];
};

async function examineBroken({ file, from, to }: Break): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), "holdfast-broken-"));
  cpSync(join(ROOT, "examples/providers/node"), folder, { recursive: true });
  const path = join(folder, `${file}.mjs`);
  const text = readFileSync(path, "utf8");
  expect(text).toContain(from);
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
  const adapter = await startNodeAdapter({ folder });
  try {
    return failed(await examined(adapter.url));
  } finally {
    await adapter.stop();
    rmSync(folder, { recursive: true });
  }
}

const BROKEN: Readonly<Record<string, Break>> = {
  "its label turns the words around it": {
    file: "adapter",
    from: 'fr: "Virement First Bank"',
    to: 'fr: "\u202eknaB tsriF"',
    fails: ["looks"],
  },
  "it does not look at the method and path": {
    file: "protocol",
    from: "if (!id.startsWith(`${method}:${url}:`)) return false;",
    to: "",
    fails: ["other-path"],
  },
  "it takes any moment": {
    file: "protocol",
    from: "if (!(Math.abs(Date.now() / 1000 - Number(at)) <= TOLERANCE_SECONDS)) return false;",
    to: "",
    fails: ["old", "early"],
  },
  "it forgets that a refund came back": {
    file: "bank",
    from: "if (transfer.from !== undefined) transfer.from.sent -= cents;",
    to: "",
    fails: ["refund-again"],
  },
  "it pays back more than came in": {
    file: "bank",
    from: "from !== undefined && cents > from.cents - from.sent",
    to: "false",
    fails: ["refund-parts", "refund-nothing"],
  },
};

const BROKEN_TOO: Readonly<Record<string, Break>> = {
  "it does each transfer again": {
    file: "bank",
    from: "if (before !== null) return before;",
    to: "",
    fails: [
      "refund-once",
      "refund-refused",
      "refund-later",
      "refund-returned",
      "refund-lost",
      "payout-once",
      "payout-refused",
      "payout-later",
      "payout-returned",
      "payout-lost",
    ],
  },
  "it says that it is done while nobody knows": {
    file: "bank",
    from: 'if (this.play.fault === "down" || this.play.fault === "dropped") throw new Silent();',
    to: 'if (this.play.fault === "down" || this.play.fault === "dropped") return null;',
    fails: ["order-dropped", "order-down", "refund-dropped", "payout-dropped", "payout-down"],
  },
  "it believes any signature": {
    file: "protocol",
    from: "return keys.some((key) => {",
    to: "return true || keys.some((key) => {",
    fails: ["other-secret", "changed-body"],
  },
  "it answers under an id of its own": {
    file: "protocol",
    from: 'signed(keys, request.headers["webhook-id"], said)',
    to: 'signed(keys, "answer", said)',
    fails: ["capabilities"],
  },
  "its callbacks have another id each time": {
    file: "adapter",
    from: "event.id ??= randomUUID();\n  const body",
    to: "event.id = randomUUID();\n  const body",
    fails: ["callback"],
  },
  "it says a word that nobody knows": {
    file: "adapter",
    from: 'return { kind: "pending" };',
    to: 'return { kind: "queued" };',
    fails: ["refund-later", "payout-later"],
  },
  "it says amounts as numbers": {
    file: "adapter",
    from: "amount: toText(cents),\n    currency,\n    at,",
    to: "amount: cents / 100,\n    currency,\n    at,",
    fails: ["pay", "callback", "transfer", "currency", "cancel"],
  },
  "its statement leaves a line out behind a page": {
    file: "adapter",
    from: "cursor: String(skip + entries.length),",
    to: "cursor: String(skip + entries.length + 1),",
    fails: ["statement-goes-on"],
  },
  "it calls off what was paid": {
    file: "bank",
    from: "if (found !== undefined && found.credits.length === 0) found.closed = true;",
    to: "if (found !== undefined) found.closed = true;",
    fails: ["pay"],
  },
};

for (const [title, broken] of Object.entries(BROKEN))
  test(`${title}: the doctor says so`, async () => {
    expect(await examineBroken(broken)).toEqual(broken.fails);
  });
for (const [title, broken] of Object.entries(BROKEN_TOO))
  test(`${title}: the doctor says so`, wide(), async () => {
    expect(await examineBroken(broken)).toEqual(broken.fails);
  });

test("one check alone is made, and nobody who answers is a failure", async () => {
  const adapter = await startNodeAdapter();
  const report = await examined(adapter.url, "pay");
  expect(report.findings.map(({ check, verdict }) => [check, verdict])).toEqual([
    ["capabilities", "pass"],
    ["pay", "pass"],
  ]);
  await adapter.stop();
  const gone = await examined(adapter.url);
  expect(gone).toMatchObject({
    verdict: "failed",
    account: null,
    findings: [{ check: "capabilities", verdict: "fail" }],
  });
});
