/**
 * The doctor at the bedside: receivers with one thing wrong are told what it is and nothing else, right ones are left in peace,
 * and where nobody may be harmed nobody is.
 */
import { EVENT_TYPES, openApiDocument } from "@holdfast/contract";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { afterAll, describe, expect, test } from "vitest";
import { examine, type Pace, type Patient, type Report, Unreachable } from "../../src/doctor/examine.js";
import { writeJunit } from "../../src/doctor/junit.js";
import { makeUpOrder, parcelOf, ping } from "../../src/doctor/orders.js";
import { openResolver } from "../../src/outbound/resolve.js";
import { openSender } from "../../src/outbound/send.js";
import { wide } from "../bounds.js";
import type { Json } from "../harness.js";
import { FAULTY, OLD_SECRET, openReceiver, type Parts, type Receiver, SECRET } from "./receivers.js";

/** Changes come quickly. Nobody is late by a clock: twenty deliveries at once take seconds on a machine that is busy elsewhere. */
const QUICK: Partial<Pace> = { lateMs: 30_000, changeMs: 300, quietMs: 20 };

const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
});

type Visit = { readonly receiver: Receiver; readonly report: Report };

async function visit(parts: Partial<Parts> = {}, given: Partial<Patient> = {}, pace = QUICK): Promise<Visit> {
  const receiver = await openReceiver(parts);
  closing.push(receiver.close);
  const report = await examineAt(
    receiver.url,
    { probe: async ({ reference }) => receiver.probe(reference), ...given },
    pace,
  );
  return { receiver, report };
}

async function examineAt(url: string, given: Partial<Patient>, pace = QUICK): Promise<Report> {
  const resolver = openResolver();
  const sender = openSender({
    policy: { allowedOrigins: [new URL(url).origin] },
    resolver,
    limits: { headMs: pace.lateMs ?? 10_000 },
  });
  const patient: Patient = {
    url,
    secret: SECRET,
    previous: { secret: OLD_SECRET, isOver: true },
    isOfSandbox: true,
    addressProblem: null,
    probe: null,
    account: null,
    ...given,
  };
  try {
    return await examine(patient, { send: (request) => sender.send({ url, ...request }), pace });
  } finally {
    await sender.close();
    resolver.close();
  }
}

const checksOf = ({ findings }: Report, ...verdicts: string[]): string[] =>
  findings.filter(({ verdict }) => verdicts.includes(verdict)).map(({ check }) => check);
const findingOf = ({ findings }: Report, name: string) => findings.find(({ check }) => check === name)!;

/** Nobody looked at the account in these stories. */
const OF_THE_ACCOUNT = ["order_ids", "endpoint", "held_deliveries", "feed_position"];

describe("a receiver with one thing wrong", () => {
  test.for(FAULTY.map((faulty) => [faulty.what, faulty] as const))(
    "%s",
    { concurrent: false },
    async ([, { parts, pace, named }]) => {
      const { report } = await visit(parts, {}, { ...QUICK, ...pace });
      expect(checksOf(report, "fail", "warn").sort(), JSON.stringify(report)).toEqual([...named].sort());
      for (const name of named) {
        const { cause, remedy } = findingOf(report, name);
        expect([name, cause, remedy]).toEqual([name, expect.stringMatching(/\.$/), expect.stringMatching(/\.$/)]);
      }
    },
  );

  test("there are at least fourteen of them, and they differ", () => {
    expect(new Set(FAULTY.map(({ what }) => what)).size).toBeGreaterThanOrEqual(14);
  });
});

test("a right receiver is left in peace: every check holds, but for those of an account that nobody looked at", async () => {
  const { report, receiver } = await visit();
  expect(checksOf(report, "warn", "fail")).toEqual([]);
  expect(checksOf(report, "unknown")).toEqual(OF_THE_ACCOUNT);
  expect(report).toMatchObject({ verdict: "held", scope: "orders", requests: receiver.arrivals.length });
});

test(
  "one that works long after its answer is waited for, whether it acts once or at every repeat",
  wide(),
  async () => {
    const pace = { ...QUICK, changeMs: 2_000 };
    expect(checksOf((await visit({ workMs: 150 }, {}, pace)).report, "warn", "fail")).toEqual([]);
    const { report } = await visit(
      { workMs: 150, keyOf: () => crypto.randomUUID(), ships: (_, reached) => reached === 2 },
      {},
      pace,
    );
    expect(checksOf(report, "fail")).toEqual(expect.arrayContaining(["duplicate", "new_delivery"]));
  },
);

test("without a probe nothing is claimed of repeats and order, unless the receiver says itself what it did", async () => {
  const silent = await visit({}, { probe: null });
  const untold = ["duplicate", "new_delivery", "funded_first", "funded_last"];
  expect(checksOf(silent.report, "unknown")).toEqual([...untold, ...OF_THE_ACCOUNT]);
  const telling = await visit({ tellsHandled: true }, { probe: null });
  expect(checksOf(telling.report, "unknown")).toEqual([...untold.slice(2), ...OF_THE_ACCOUNT]);
  const forgetful = await visit({ tellsHandled: true, keyOf: () => crypto.randomUUID() }, { probe: null });
  expect(checksOf(forgetful.report, "fail")).toEqual(["duplicate", "new_delivery"]);
});

test("a probe that never tells the same, or fails, is told so, and nothing is blamed on the receiver", async () => {
  const asked: string[] = [];
  const { report } = await visit({}, { probe: async ({ reference }) => `asked ${asked.push(reference)} times` });
  expect(findingOf(report, "funded_last")).toMatchObject({
    verdict: "unknown",
    found: expect.stringContaining("never told the same"),
  });
  expect(checksOf(report, "fail")).toEqual([]);
});

test("outside a sandbox nothing goes out but pings and what must be refused, and the store learns of no order", async () => {
  const { report, receiver } = await visit({}, { isOfSandbox: false });
  expect(report.scope).toBe("harmless");
  const types = receiver.arrivals
    .filter(({ method }) => method === "POST")
    .map(({ raw }) => (JSON.parse(raw.toString()) as Json)["type"]);
  expect(new Set(types)).toEqual(new Set(["ping"]));
  expect(checksOf(report, "unknown")).toEqual(
    expect.arrayContaining(["unknown_order", "funded_first", "funded_last", "unknown_type"]),
  );
  expect(checksOf(report, "fail")).toEqual([]);
});

test("the secret stands nowhere in what is told, also where the receiver repeats it", async () => {
  const parrot = await visit(
    {
      before: ({ headers }, response) => {
        response.setHeader("x-debug", `${SECRET} ${OLD_SECRET}`);
        if (headers["x-escrow-signature"]?.includes("v0="))
          response.writeHead(401).end(`expected a signature by ${SECRET.slice(6)}`);
        return response.writableEnded;
      },
    },
    { probe: async () => `state of ${SECRET}` },
  );
  expect(JSON.stringify(parrot.report)).toContain("(the secret)");
  for (const text of [JSON.stringify(parrot.report), writeJunit(parrot.report)]) {
    for (const secret of [SECRET, OLD_SECRET]) expect(text).not.toContain(secret.slice(6));
  }
});

test("a receiver that refuses even a right signature is told that, and no refusal of theirs counts as a pass", async () => {
  const { report } = await visit({ secrets: ["whsec_another"] });
  expect(checksOf(report, "fail")).toEqual(["right_signature"]);
  expect(findingOf(report, "wrong_secret").verdict).toBe("unknown");
});

test("one that stops answering costs no more than the budget of time", async () => {
  const taken: Buffer[] = [];
  const began = Date.now();
  const { report } = await visit(
    { before: async ({ raw }) => taken.push(raw) > 3 && (await new Promise<never>(() => undefined)) },
    {},
    { ...QUICK, lateMs: 300, budgetMs: 500 },
  );
  expect(Date.now() - began).toBeLessThan(10_000);
  expect(findingOf(report, "speed")).toMatchObject({ verdict: "fail" });
  expect(report.findings.some(({ found }) => found === "There was no time left for it.")).toBe(true);
});

test("nobody there: nothing is said of a receiver, but that it can't be reached", async () => {
  const { receiver } = await visit();
  await receiver.close();
  await expect(examineAt(receiver.url, {})).rejects.toThrow(Unreachable);
});

test("every event of a made-up order is as published, and no two orders share a name", () => {
  const document = openApiDocument({ baseUrl: "https://api.holdfast.example/api/v1", sandbox: true }) as Json;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addFormat("idn-email", true);
  ajv.addSchema({ $id: "doc", ...document });
  const isEvent = ajv.compile({ $ref: "doc#/components/schemas/Event" });
  const [order, other] = [makeUpOrder(), makeUpOrder()];
  for (const type of EVENT_TYPES) {
    const parcel = type === "ping" ? parcelOf(ping()) : order.event(type);
    expect(isEvent(JSON.parse(parcel.body)), `${type}: ${ajv.errorsText(isEvent.errors)}`).toBe(true);
    expect(parcel.body.includes("NW-10482")).toBe(false);
  }
  for (const name of ["reference", "session", "escrow"] as const) expect(order[name]).not.toBe(other[name]);
});

test("JUnit gets a case for each check, with failures and what could not be told", async () => {
  const { report } = await visit({ isFresh: () => true }, { probe: null });
  const xml = writeJunit(report);
  expect(xml.match(/<testcase /g)).toHaveLength(report.findings.length);
  expect(xml).toMatch(/name="old_signature: [^"]*" time="[\d.]+"><failure message="It answered 200/);
  expect(xml.match(/<skipped /g)).toHaveLength(report.counts.unknown);
  expect(xml).toContain(`failures="${report.counts.fail}"`);
});

describe("the account", () => {
  const healthy = {
    collisions: [],
    contested: [],
    endpoint: { status: "ENABLED", consecutive_failures: 0, waiting: 0, waiting_seconds: null },
    feed: { unread: 0, oldest_seconds: null },
  } as const;
  test.for([
    ["nothing", {}, []],
    ["two shops that meet at a key", { contested: ["1001"] }, ["order_ids"]],
    ["two shops that count alike", { collisions: [{ reference: "1001", orders: 2 }] }, ["order_ids"]],
    [
      "a disabled endpoint",
      { endpoint: { ...healthy.endpoint, status: "DISABLED", waiting: 3, waiting_seconds: 90 } },
      ["endpoint", "held_deliveries"],
    ],
    ["a reader that stands still", { feed: { unread: 12, oldest_seconds: 7_200 } }, ["feed_position"]],
  ] as const)("%s", async ([, found, named]) => {
    const { receiver } = await visit({}, {}, { ...QUICK, budgetMs: 0 });
    const report = await examineAt(receiver.url, { account: { ...healthy, ...found } }, { ...QUICK, budgetMs: 0 });
    expect(
      report.findings
        .filter(({ group, verdict }) => group === "account" && verdict !== "pass")
        .map(({ check }) => check),
    ).toEqual(named);
  });
});
