/** What generators of clients and strict readers stumble over is not in the published document. */
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import { EVENT_TYPES, openApiDocument } from "../src/index.js";

type Json = Record<string, any>;

const documentOf = (options: { closed?: boolean } = {}): Json =>
  openApiDocument({ baseUrl: "https://api.holdfast.example/api/v1", sandbox: true, ...options }) as Json;
const published = documentOf();
const schemas: Json = published["components"].schemas;
const named = ({ $ref }: Json): string => $ref.slice("#/components/schemas/".length);

/** Every object below a node, itself included, and by which key it is held. */
function* objects(node: unknown, key = ""): Generator<[Json, string]> {
  if (typeof node !== "object" || node === null) return;
  yield [node as Json, key];
  for (const [name, value] of Object.entries(node)) yield* objects(value, name);
}

function validator(document: Json, name: string) {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addFormat("idn-email", true);
  ajv.addSchema({ $id: "doc", ...document });
  return ajv.compile({ $ref: `doc#/components/schemas/${name}` });
}

const events = EVENT_TYPES.map(
  (type): Json => published["webhooks"][type].post.requestBody.content["application/json"],
);

test("an event is one of the typed ones, told apart by its type", () => {
  const { oneOf, discriminator } = schemas["Event"];
  expect(discriminator.propertyName).toBe("type");
  expect(Object.keys(discriminator.mapping)).toEqual([...EVENT_TYPES]);
  expect(oneOf.map(({ $ref }: Json) => $ref)).toEqual(Object.values(discriminator.mapping));
  expect(events.map(({ schema }) => schema)).toEqual(oneOf);
  expect(oneOf.map((one: Json) => schemas[named(one)].properties.type.enum)).toEqual(EVENT_TYPES.map((type) => [type]));
  const isEvent = validator(published, "Event");
  for (const { example } of events) expect(isEvent(example), example.type).toBe(true);
  expect(isEvent({ ...events[0]!["example"], type: "escrow.funded" })).toBe(false);
});

/** The operation that a link of an answer leads to, and what it passes on. */
function lead(from: string, to: string, status = 200): Json | undefined {
  const operation = (id: string): Json =>
    [...objects(published["paths"])].find(([node]) => node["operationId"] === id)![0];
  const { $ref } = operation(from)["responses"][status].links[to] ?? {};
  return $ref === undefined ? undefined : published["components"].links[$ref.slice("#/components/links/".length)];
}

test("answers lead from the session to its escrow and on to its milestones", () => {
  expect(lead("createSession", "sandboxConfirmSession", 201)).toMatchObject({
    operationId: "sandboxConfirmSession",
    parameters: { id: "$response.body#/id" },
  });
  expect(lead("getSession", "getEscrow")?.["parameters"]).toEqual({ escrow_id: "$response.body#/escrow" });
  const milestone = { escrow_id: "$response.body#/id", milestone_id: "$response.body#/milestones/0/id" };
  expect(lead("sandboxRecordPayment", "submitMilestone")?.["parameters"]).toEqual(milestone);
  expect(lead("submitMilestone", "sandboxDisputeMilestone")?.["parameters"]).toEqual(milestone);
  expect(lead("sandboxDisputeMilestone", "sandboxResolveDispute")?.["parameters"]).toEqual({
    escrow_id: "$response.body#/id",
  });
  const live = openApiDocument({ baseUrl: "https://api.holdfast.example/api/v1", sandbox: false }) as Json;
  expect(Object.keys(live["components"].links).filter((name) => /Sandbox/.test(name))).toEqual([]);
  expect(Object.keys(live["components"].links)).toContain("EscrowSubmitMilestone");
});

test("no schema, parameter, header or answer is listed that nothing uses, or that webhooks alone use but for schemas", () => {
  const { webhooks, ...rest } = published;
  const used = (node: unknown): Set<string> =>
    new Set([...objects(node)].flatMap(([{ $ref }]) => (typeof $ref === "string" ? [$ref] : [])));
  const byAll = used(published);
  const byOperations = used(rest);
  for (const [kind, parts] of Object.entries(published["components"] as Json)) {
    if (kind === "securitySchemes") continue;
    for (const name of Object.keys(parts))
      expect(kind === "schemas" ? byAll : byOperations, name).toContain(`#/components/${kind}/${name}`);
  }
  expect(Object.keys(webhooks)).toHaveLength(EVENT_TYPES.length);
});

test("a field that is added tomorrow is right today; our own tests refuse it", () => {
  expect([...objects(published)].filter(([node]) => node["additionalProperties"] === false)).toEqual([]);
  const [{ example }] = events as [Json];
  const tomorrow = { ...example, reason: null, data: { object: { ...example["data"].object, risk: "low" } } };
  expect(validator(published, "Event")(tomorrow)).toBe(true);
  expect(validator(documentOf({ closed: true }), "Event")(example)).toBe(true);
  expect(validator(documentOf({ closed: true }), "Event")(tomorrow)).toBe(false);
});

test("what may grow says so, and what to do with a value that one does not know", () => {
  const growing = Object.entries(schemas).filter(([, { description }]) =>
    /Values may be added: .*do not know/.test(description),
  );
  expect(growing.map(([name]) => name)).toEqual([
    "CheckoutSessionStatus",
    "ConnectedAccountStatus",
    "ErrorCode",
    "ErrorType",
    "EscrowStatus",
    "EventType",
    "MilestoneStatus",
    "RefundFailure",
    "RefundReason",
    "RefundSource",
    "RefundStatus",
    "VerificationStatus",
  ]);
  const answers = [schemas["Account"], schemas["CheckoutSession"], schemas["Escrow"], schemas["Milestone"]];
  const closed = answers.flatMap((answer) => [...objects(answer)]).filter(([node]) => Array.isArray(node["enum"]));
  expect(closed).toEqual([]);
});

test("an optional field of a request has its default in words", () => {
  const bodies = Object.entries(schemas).filter(([, { propertyNames, properties }]) => propertyNames && properties);
  expect(bodies.length).toBeGreaterThan(9);
  for (const [name, body] of bodies)
    expect(
      [...objects(body)].filter(([node, key]) => key !== "properties" && "default" in node),
      name,
    ).toEqual([]);
  const { currency, expires_in } = schemas["CheckoutSessionCreate"].properties;
  expect([currency.description, expires_in.description]).toEqual([
    "Default: `USD`.",
    "Seconds until the link expires. Default: `86400`.",
  ]);
});

test("no name clashes with a language's own, or reads like a test", () => {
  const ids = [...objects(published["paths"])].flatMap(([{ operationId }]) => operationId ?? []);
  expect(ids.length).toBeGreaterThan(20);
  expect([...ids, ...Object.keys(schemas)].filter((name) => /^test/i.test(name) || name === "Error")).toEqual([]);
});

test.each([
  [
    "Submission",
    { submission_details: "DHL 4410" },
    [{ submission_details: "" }, { submission_details: " \n" }, { submission_details: "a\0" }],
  ],
  ["SandboxReason", { reason: "Two arrived cracked." }, [{ reason: "\t" }]],
  [
    "Submission",
    { submission_details: "x", "\u{1F600}": 1 },
    ["\0", "__proto__"].map((key) => JSON.parse(`{"submission_details":"x",${JSON.stringify(key)}:1}`)),
  ],
  ["Metadata", { "\u{1F600}": "x" }, [{ "\0": "x" }, { k: "\0" }]],
  ["AmountInput", "0001.00", ["0.00", "000.00", "1000000000000.00"]],
  ["MoneyInput", "0.00", ["0001000000000000.00"]],
])("%s: what the service refuses is wrong by the document too", (name, right, wrong) => {
  const isValid = validator(published, name);
  expect(isValid(right)).toBe(true);
  for (const value of wrong) expect(isValid(value), JSON.stringify(value)).toBe(false);
});
