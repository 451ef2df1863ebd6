/** Traces as an operator's collector gets them: of one order, of a sign-in, and none where nobody asked for any. */
import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { API_PATH } from "@holdfast/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { gather } from "../../src/platform/gather.js";
import { type Log, openLog } from "../../src/platform/log.js";
import { beginPart, isTraced, startTraces, stopTraces, traced } from "../../src/platform/traces.js";
import { asService, newDatabase, startWorld, type World } from "../harness.js";
import { openDesk } from "../payments/desk.js";
import { call, cleanUp, type Environment, newFolder, serve } from "../process/launch.js";
import { confirmed, ORDER, ok, submitPath } from "../stories.js";
import { lastCode, newVisitor } from "../visitor.js";
import { type Arrival, listen, openStreet, type Street, TEST_KEY } from "../webhooks/shop.js";
import { openTraceReceiver, type ReceivedSpan, type TraceReceiver } from "./receiver.js";

const newTrace = (): { readonly id: string; readonly headers: { readonly traceparent: string } } => {
  const id = randomBytes(16).toString("hex");
  return { id, headers: { traceparent: `00-${id}-${randomBytes(8).toString("hex")}-00` } };
};

describe("a service with a collector", () => {
  const buyer = { email: `wanjiku.${randomBytes(4).toString("hex")}@example.com`, phone: "254700000123" };
  const title = "Hand-thrown dinner set for Wanjiku";
  const store = newTrace();
  const ofBrowser = newTrace();
  let receiver: TraceReceiver;
  let street: Street;
  let world: World;
  let arrivals: readonly Arrival[];
  let secrets: readonly string[];

  const named = (name: string | RegExp): readonly ReceivedSpan[] =>
    receiver.spans.filter((span) => (typeof name === "string" ? span.name === name : name.test(span.name)));
  const under = ({ spanId }: ReceivedSpan): readonly string[] =>
    receiver.spans.filter(({ parent }) => parent === spanId).map(({ name }) => name);

  beforeAll(async () => {
    [receiver, street] = await Promise.all([openTraceReceiver(), openStreet()]);
    const settings = { endpoint: `${receiver.origin}/`, headers: { "x-key": "of ours" }, serviceName: "pay", share: 1 };
    await startTraces(settings, openLog("silent"));
    world = await startWorld({ webhookAllowedOrigins: [street.origin], secretKey: TEST_KEY });
    const shop = await world.merchant();
    const { secret } = await listen({ world, street }, shop, "/hooks");

    const order = { ...ORDER, title, buyer_email: buyer.email, metadata: { phone: buyer.phone } };
    const session = await ok(shop.post("/checkout/sessions", order, store), 201);
    const confirm = `/test_helpers/checkout/sessions/${session["id"]}/confirm`;
    const escrow = await ok(shop.post(confirm, {}, store));
    await ok(shop.post(`/test_helpers/escrows/${escrow["id"]}/payments`, { phone: buyer.phone }, store));
    await ok(shop.post(submitPath(escrow), { submission_details: `to ${buyer.email}` }, store));
    const desk = await openDesk(world, shop);
    await desk.begun(await confirmed(shop), "mobile_money");
    await desk.close();

    const visitor = newVisitor(world);
    await visitor.get("/sign-in", ofBrowser.headers);
    await visitor.post("/sign-in", { email: buyer.email });
    const code = await lastCode(world, buyer.email);
    await visitor.post("/sign-in/code", { code });
    secrets = [
      buyer.email,
      "Wanjiku",
      buyer.phone,
      code,
      shop.apiKey,
      secret,
      visitor.cookies.get("hf_session") ?? "?",
    ];
    arrivals = await street.wait("/hooks", 5);
    await world.close();
    await stopTraces();
  });
  afterAll(async () => {
    await street.close();
    await receiver.close();
  });

  test("gets one trace from the store's call to the first byte of the delivery, statements by name in between", () => {
    const [create] = named("createSession").filter(({ traceId }) => traceId === store.id);
    expect(create?.attributes).toMatchObject({
      "http.request.method": "POST",
      "http.route": `${API_PATH}/checkout/sessions`,
      "http.response.status_code": 201,
    });
    expect(under(create as ReceivedSpan)).not.toEqual([]);
    const [submission] = named("submitMilestone");
    expect(submission?.traceId).toBe(store.id);
    expect(under(submission as ReceivedSpan)).toEqual(expect.arrayContaining(["begin", "insert events", "commit"]));
    const [delivery] = named("delivery").filter(({ parent }) => parent === submission?.spanId);
    expect(delivery?.traceId).toBe(store.id);
    expect(delivery?.attributes).toMatchObject({
      "holdfast.event.type": "escrow.milestone.submitted",
      "holdfast.attempt": 1,
      "http.response.status_code": 200,
    });
    const received = arrivals.find(({ event }) => event["type"] === "escrow.milestone.submitted");
    expect(received?.headers["traceparent"]).toBe(`00-${store.id}-${delivery?.spanId}-01`);
  });

  test("each event goes on with the trace of what caused it, and a store without one gets a new one", () => {
    const traceOf = ({ headers }: Arrival): string => headers["traceparent"]?.slice(3, 35) ?? "none";
    const traces = new Set(arrivals.map(traceOf));
    expect(traces).toContain(store.id);
    expect(traces).not.toContain("none");
    expect(arrivals.filter((arrival) => traceOf(arrival) === store.id).length).toBeLessThan(arrivals.length);
  });

  test("what a browser claims is not believed", () => {
    expect(named("/sign-in").length).toBeGreaterThan(0);
    expect(receiver.text).not.toContain(ofBrowser.id);
  });

  test("jobs and calls to providers have spans; looking whether there is work has none", () => {
    const [job] = named("job provider-call");
    expect(job?.parent).toBe("");
    expect(under(job as ReceivedSpan)).toEqual(expect.arrayContaining([expect.stringMatching(/^provider sandbox-/)]));
    expect(named("find due work")).toEqual([]);
  });

  test("no span says who somebody is, what they wrote, or a secret; what is sent along is", () => {
    expect(receiver.spans.length).toBeGreaterThan(50);
    for (const secret of secrets) expect(receiver.text).not.toContain(secret);
    expect(receiver.headers[0]).toMatchObject({ "x-key": "of ours" });
    expect(receiver.text).toContain('"stringValue":"pay"');
  });

  test("gets nothing more once it is stopped", () => {
    expect(isTraced()).toBe(false);
  });
});

describe("a process", () => {
  afterAll(cleanUp);

  /** Runs one to its end. Which of the program's files it loaded is told by what V8 counts of them. */
  async function lives(env: Environment): Promise<{ readonly loaded: readonly string[]; readonly stdout: string }> {
    const coverage = newFolder();
    const DATABASE_URL = asService(await newDatabase());
    const SECRET_KEY = TEST_KEY.toString("base64");
    const service = await serve({ DATABASE_URL, SECRET_KEY, NODE_V8_COVERAGE: coverage, ...env });
    expect((await call(service.origin, "GET", `${API_PATH}/account`, newTrace())).status).toBe(401);
    const { code, stdout, stderr } = await service.stop();
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(existsSync(coverage)).toBe(true);
    const loaded = readdirSync(coverage)
      .flatMap((name) => (JSON.parse(readFileSync(join(coverage, name), "utf8")) as Coverage).result)
      .map(({ url }) => url);
    return { loaded, stdout };
  }
  type Coverage = { readonly result: readonly { readonly url: string }[] };
  const isOfTraces = (url: string): boolean => /open-?telemetry/.test(url);
  const requestsIn = (stdout: string): readonly Record<string, unknown>[] =>
    stdout
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ msg }) => msg === "request");

  test("that nobody asked for traces loads nothing of them", async () => {
    const { loaded, stdout } = await lives({});
    expect(loaded.some((url) => url.includes("/dist/bundle/"))).toBe(true);
    expect(loaded.filter(isOfTraces)).toEqual([]);
    expect(requestsIn(stdout)).toHaveLength(1);
    expect(requestsIn(stdout)[0]).not.toHaveProperty("trace_id");
  });

  test("that has a collector sends what it has before it ends, and its log lines name the trace", async () => {
    const receiver = await openTraceReceiver();
    const { loaded, stdout } = await lives({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.origin });
    expect(loaded.filter(isOfTraces)).not.toEqual([]);
    const [line] = requestsIn(stdout);
    const [span] = receiver.spans.filter(({ name }) => name === "getAccount");
    expect(span).toMatchObject({ traceId: line?.["trace_id"], attributes: { "holdfast.request": line?.["request"] } });
    await receiver.close();
  });
});

describe("a collector", () => {
  const lines: string[] = [];
  const write = (...given: readonly unknown[]): void => void lines.push(JSON.stringify(given));
  const log = { warn: write, info: write } as unknown as Log;
  const settings = { headers: {}, serviceName: "pay", share: 1 };
  const one = (parent: string | null) =>
    traced(
      () => ({ name: "one", parent }),
      async () => "done",
    );

  test("that is away is told of once, and costs the work nothing", async () => {
    await startTraces({ ...settings, endpoint: "http://127.0.0.1:9" }, log);
    expect(await Promise.all([one(null), one(null)])).toEqual(["done", "done"]);
    await stopTraces();
    expect(lines).toEqual([expect.stringContaining("traces can't be sent")]);
  });

  test("that wants a share gets no more, whatever those who send traces along ask for", async () => {
    const receiver = await openTraceReceiver();
    await startTraces({ ...settings, endpoint: receiver.origin, share: 0 }, log);
    await one(newTrace().headers.traceparent.replace(/00$/, "01"));
    await stopTraces();
    expect(receiver.spans).toEqual([]);
    await startTraces({ ...settings, endpoint: receiver.origin }, log);
    await one(newTrace().headers.traceparent);
    await stopTraces();
    expect(receiver.spans).toHaveLength(1);
    await receiver.close();
  });

  test("sees work that several share in the trace of the first, with links to the others, and the next in its own", async () => {
    const receiver = await openTraceReceiver();
    await startTraces({ ...settings, endpoint: receiver.origin }, log);
    const first = Promise.withResolvers<void>();
    const join = gather<string, string>({
      run: async (items) => {
        beginPart((name: string) => ({ name }), `work for ${items.join(" and ")}`)?.end();
        if (items.includes("Ada")) await first.promise;
        return items;
      },
      lanes: 1,
      batchMax: 2,
    });
    const ask = (name: string): Promise<string> =>
      traced(
        () => ({ name, parent: null }),
        () => join(name),
      );
    const asked = ["Ada", "Bo", "Cy"].map(ask);
    const untraced = join("nobody");
    first.resolve();
    expect(await Promise.all([...asked, untraced])).toEqual(["Ada", "Bo", "Cy", "nobody"]);
    await stopTraces();
    const spanOf = (name: string): ReceivedSpan | undefined => receiver.spans.find((span) => span.name === name);
    const [ada, bo, cy, batch] = ["Ada", "Bo", "Cy", "batch"].map(spanOf);
    expect(batch).toMatchObject({ parent: ada?.spanId, links: [bo?.spanId], attributes: { "holdfast.batch.size": 2 } });
    expect(spanOf("work for Ada and Bo")?.parent).toBe(batch?.spanId);
    expect(spanOf("work for Cy and nobody")?.parent).toBe(cy?.spanId);
    await receiver.close();
  });

  test.each([
    "00-0-0-01",
    `00-${"0".repeat(32)}-${"1".repeat(16)}-01`,
    `ff-${"1".repeat(32)}-${"1".repeat(16)}-01`,
    "\r\nx: y",
  ])("gets a trace of its own where what was sent along is none: %j", async (given) => {
    const receiver = await openTraceReceiver();
    await startTraces({ ...settings, endpoint: receiver.origin }, log);
    await one(given);
    await stopTraces();
    expect(receiver.spans).toEqual([expect.objectContaining({ name: "one", parent: "" })]);
    expect(given).not.toContain(receiver.spans[0]?.traceId);
    await receiver.close();
  });
});
