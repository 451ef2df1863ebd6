/**
 * Hostile texts in every field of API, pages and console. Which fields a form has is what its own action reads, so a new
 * one is attacked as soon as it is there.
 */
import diagnostics from "node:diagnostics_channel";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { API_PATH, OPERATION_IDS, operation } from "@holdfast/contract";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROUTES } from "../../src/pages/routes.js";
import { isDeep, share, wide } from "../bounds.js";
import { openBank } from "../chargebacks/dispute.js";
import { disputedBy, voices } from "../console/dispute-stories.js";
import { fill, type Ids, lively, unknownIds } from "../console/routes.js";
import { newPerson, type Person } from "../console/seller.js";
import { handIn } from "../desk/operator.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { ADA, confirmedBy, fundedBy } from "../pages/orders-area.js";
import { openDesk } from "../payments/desk.js";
import { confirmed, ORDER, openSession, submit } from "../stories.js";
import { csrfOf } from "../visitor.js";
import { expectNoneHolds, hostile, KINDS } from "./hostile-texts.js";

const TEXT = 100_000;
/** Kinds that each field of a form is tried with. */
const TURNS = isDeep ? KINDS.length : 1;

/** Names of fields that were read, by the path of the route. */
const read = new Map<string, Set<string>>();

/** Writes down which fields of a form are looked at. */
const recorded = (fields: object, names: Set<string>): object =>
  new Proxy(fields, {
    get: (target, name) => {
      if (typeof name === "string") names.add(name);
      return Reflect.get(target, name);
    },
  });

function record({ fastify }: { fastify: FastifyInstance }): void {
  fastify.addHook("preHandler", async (request) => {
    const { config, url = "" } = request.routeOptions;
    if (!("page" in config) || typeof request.body !== "object" || request.body === null) return;
    const names = read.get(url) ?? new Set();
    read.set(url, names);
    request.body = recorded(request.body, names);
  });
}
const onStart = (message: unknown): void => record(message as { fastify: FastifyInstance });

let world: World;
let shop: Merchant;
let ids: Ids;
let ada: Person;
let csrf: string;
let ofForms: (path: string) => Ids;
beforeAll(async () => {
  diagnostics.subscribe("fastify.initialization", onStart);
  world = await startWorld();
  diagnostics.unsubscribe("fastify.initialization", onStart);
  ({ shop, ids } = await lively(world, "Northwind Ceramics", { offers: true, hooks: "https://shop.example/hooks" }));
  // One browser that is everybody: a buyer, an owner and an operator.
  ada = await newPerson(world, shop, { isOperator: true });
  await ada.signIn(ADA);
  csrf = csrfOf((await ada.get("/sign-in")).html);
  ofForms = await standing();
}, 60_000);
afterAll(() => world?.close());

/** Nobody's, of what no account has. */
const STRANGE: Ids = {
  token: "t".repeat(43),
  ticket: "t".repeat(43),
  folder: "guides",
  subfolder: "shops",
  approval: unknownIds()["payout"] ?? "",
  batch: "HB000000000000",
  upload: unknownIds()["payout"] ?? "",
  seller: `seller_${unknownIds()["payout"]}`,
  ground: "light",
};

/** For each form an order that is where the form belongs. */
async function standing(): Promise<(path: string) => Ids> {
  const all: Ids = { ...unknownIds(), ...STRANGE, ...ids, seller_code: shop.sellerCode, code: shop.sellerCode };
  const of = (escrow: Json) => ({
    escrow: escrow["id"],
    escrow_id: escrow["id"],
    milestone: escrow["milestones"][0].id,
    milestone_id: escrow["milestones"][0].id,
  });
  const [paid, delivered] = [await fundedBy(shop, ADA, ORDER), await fundedBy(shop, ADA, ORDER)];
  await submit(shop, delivered);
  const [unpaid, disputed] = [await confirmedBy(shop, ADA, ORDER), await disputedBy(shop)];
  await voices(world, shop).offers(disputed, "merchant", [0n, 24_990n]);
  const ofSeller = await disputedBy(shop);
  await handIn(world, shop);
  const { session_id = "" } = { session_id: (await openSession(shop))["id"] as string };
  const desk = await openDesk(world, shop);
  const played: Record<string, string> = {};
  for (const [name, method] of [
    ["card", "card"],
    ["phone", "mobile_money"],
    ["bank", "bank"],
  ] as const) {
    played[name] = (await desk.begun(await confirmed(shop), method)).reference;
  }
  const [link] = await world.db.query<{ code: string }>({ name: "test: link", text: "select code from payment_links" });
  await openBank(world, { shop, executor: desk.executor }).says(await fundedBy(shop, ADA, ORDER), "opened");
  const [chargeback] = await world.db.query<Json>({ name: "test: chargeback", text: "select id from chargebacks" });
  await desk.close();
  return (path) => ({
    ...all,
    chargeback: chargeback?.["id"],
    session_id,
    link_code: link?.code ?? "",
    payment: all["escrow"] ?? "",
    number: "1",
    ...(path.includes("/milestones/:milestone/submit") ? of(paid) : {}),
    ...(path.includes("/milestones/:milestone_id/") ? of(delivered) : {}),
    ...(path.includes("/decline") && path.startsWith("/orders") ? of(unpaid) : {}),
    ...(path.includes("/dispute") && !path.includes("/milestones/") ? of(disputed) : {}),
    ...(path.startsWith("/console") && path.includes("/dispute/") ? of(ofSeller) : {}),
    ...(path.startsWith("/desk/disputes") ? { escrow: disputed["id"] } : {}),
    reference: played[path.split("/")[2] ?? ""] ?? "",
  });
}

/** Those that may stand in a head. */
const ASCII = KINDS.filter((kind) => !["marks", "mixed"].includes(kind));

/** As for forms, and what pages alone ask for. */
const pageIds = (path: string): Ids => ({
  ...ofForms(path),
  hash: "0".repeat(16),
  id: "1",
  payment: unknownIds()["member"] ?? "",
  proof: unknownIds()["member"] ?? "",
  evidence: unknownIds()["event"] ?? "",
});

/** What a form's text has to have escaped; all else stands there as it is, as a hostile program would send it. */
const escaped = (text: string): string => text.replaceAll(/[%&+=]/g, encodeURIComponent).replaceAll(" ", "+");

/** Sent as if each had a minute of its own: what is looked for here is not how often a form may come. */
const post = async (path: string, fields: Readonly<Record<string, string>>): Promise<number> => {
  await world.db.query({ name: "test: a new minute", text: "delete from rate_windows" });
  const body = Object.entries({ csrf, ...fields }).map(([name, value]) => `${name}=${escaped(value)}`);
  return (await ada.postRaw(fill(path, ofForms(path)), body.join("&"))).status;
};

/** Forms that end the session of who sends them. */
const isEnd = (path: string): boolean => /\/(?:sign-out|end-all|leave|remove|delete)$/.test(path);
const forms = ROUTES.filter(({ method, path }) => method === "POST" && !isEnd(path));

/** The least that a choice takes, so that what stands behind it is read too. */
const CHOICES: Readonly<Record<string, string>> = {
  own: "yes",
  outcome: "settle",
  colour_of: "own",
  which: "some",
  method: "mobile_money",
  kind: "identity",
  role: "support",
  delay: "0",
  drop: "0",
  from: "PENDING",
  to: "VERIFIED",
  difference: "1",
};

/** The fields that an action reads, each filled in once it is known, until no other is asked for. */
async function fieldsOf(path: string): Promise<readonly string[]> {
  for (let known = -1; known < (read.get(path)?.size ?? 0); ) {
    known = read.get(path)?.size ?? 0;
    const names = [...(read.get(path) ?? [])].filter((name) => name !== "csrf");
    const choices: Readonly<Record<string, string>> = { ...CHOICES, account: shop.sellerCode };
    for (const text of ["", "x"])
      await post(path, Object.fromEntries(names.map((name) => [name, choices[name] ?? text])));
  }
  return [...(read.get(path) ?? [])].filter((name) => name !== "csrf");
}

const PAGES = fileURLToPath(new URL("../../src/pages", import.meta.url));

/** Names as the sources of the pages read them: the first group of the pattern. */
const sourcesOf = (pattern: RegExp): ReadonlySet<string> =>
  new Set(
    readdirSync(PAGES, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file))
      .flatMap((file) => [...readFileSync(join(PAGES, file), "utf8").matchAll(pattern)])
      .map(([, name = ""]) => name),
  );

test("no field of a form holds the process up", { ...wide(), timeout: 120_000 }, async () => {
  const attacks: Attack[] = [];
  for (const [at, { path }] of forms.entries()) {
    const names = await fieldsOf(path);
    if (names.length === 0) continue;
    // All at once, each as long as the form leaves room for, of another kind each; and one alone, longer than it may be.
    const length = Math.min(24_000, Math.floor(50_000 / names.length));
    for (let turn = 0; turn < TURNS; turn += 1) {
      const kindOf = (nth: number): string => KINDS[(at + turn + nth) % KINDS.length] as string;
      const all = Object.fromEntries(names.map((name, nth) => [name, hostile(kindOf(nth), length)]));
      attacks.push([`${kindOf(0)} and the next in all of ${path}`, () => post(path, all)]);
    }
    const [name, kind] = [names[at % names.length] as string, KINDS[at % KINDS.length] as string];
    attacks.push([`${kind} in ${name} of ${path}`, () => post(path, { [name]: hostile(kind, TEXT) })]);
  }
  await expectNoneHolds(attacks);
  // Of payments by rails of one's own, and of accounts at a holder, which there are none of here: receipts.test.ts and batches.test.ts of
  // test/desk have these, and console.test.ts of test/holder.
  const elsewhere = ["booked", "reversal_reason", "bank_reference", "seen", "rail", "deed"];
  const found = new Set([...elsewhere, ...[...read.values()].flatMap((names) => [...names])]);
  expect([...sourcesOf(/(?:\bform|\bfields)\["([a-z_]+)"\]/g)].filter((name) => !found.has(name))).toEqual([]);
});

test("what is pasted to check a signature does not either, however long", async () => {
  const path = "/console/:seller_code/signature";
  await expectNoneHolds(
    KINDS.map((kind) => [
      kind,
      () => post(path, { header: "t=1,v1=".concat("a".repeat(64)), body: hostile(kind, 60_000), secret: "whsec_x" }),
    ]),
  );
  expect(await post(path, { header: "t=1", body: "a".repeat(100_001), secret: "whsec_x" })).toBe(422);
});

/** Parameters of one address: fewer are longer, and take more requests. */
const AT_ONCE = isDeep ? 5 : 10;

/** Each parameter of a page, in addresses that are as long as a head may be. */
test("no parameter of an address does", async () => {
  const written = sourcesOf(/\bquery(?:\["|\.)([a-z_]+)/g);
  expect(written.size).toBeGreaterThan(8);
  const names = [...written];
  const chunks = Array.from({ length: Math.ceil(names.length / AT_ONCE) }, (_, at) =>
    names.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
  );
  const pages = ROUTES.filter(({ method, path }) => method === "GET" && !path.includes("/html"));
  const attacks = pages.flatMap(({ path }, at): Attack[] =>
    chunks.map((chunk, turn) => {
      const kind = ASCII[(at + turn) % ASCII.length] as string;
      const query = chunk
        .map((name) => `${name}=${escaped(hostile(kind, Math.floor(12_000 / AT_ONCE)).replaceAll("\n", "%0A"))}`)
        .join("&");
      return [`${kind} in the address of ${path}`, () => ada.get(`${fill(path, pageIds(path))}?${query}`)];
    }),
  );
  await expectNoneHolds(share(attacks, { nth: 0, of: 3 }));
}, 120_000);

test("no header does", async () => {
  const names = [
    "Accept",
    "Accept-Encoding",
    "Accept-Language",
    "Authorization",
    "Content-Type",
    "Cookie",
    "Escrow-Version",
    "Idempotency-Key",
    "If-None-Match",
    "Origin",
    "User-Agent",
    "X-Forwarded-For",
  ];
  const attacks = names.flatMap((name) =>
    ASCII.flatMap((kind): Attack[] => {
      const headers = { [name]: hostile(kind, 12_000).replaceAll(/[^\x20-\x7e]/g, "\t") };
      return [
        [`${kind} in ${name} of a page`, () => fetch(`${world.url}/sign-in`, { headers })],
        [`${kind} in ${name} of the API`, () => fetch(`${world.url}${API_PATH}/account`, { headers })],
        [`${kind} in ${name} of a creation`, () => shop.post("/checkout/sessions", {}, { headers })],
      ];
    }),
  );
  await expectNoneHolds(attacks.filter(([what]) => !/(?:Authorization|Content-Type) of a creation/.test(what)));
}, 120_000);

test("no field of the API does", async () => {
  const attacks = OPERATION_IDS.flatMap((id): Attack[] => {
    const { path, body } = operation(id);
    const at = path.replaceAll(/\{\w+\}/g, ids["escrow"] ?? "");
    const bodies = body === undefined || path.includes("/clock/") ? [] : fieldsIn(body as Schema);
    return bodies.flatMap((fill, nth) =>
      kindsAt(nth).map((kind) => [`${kind} in field ${nth} of ${id}`, () => shop.post(at, fill(hostile(kind, TEXT)))]),
    );
  });
  expect(attacks.length).toBeGreaterThan(80);
  await expectNoneHolds(attacks);
}, 120_000);

/** All of them, or two that go round from one thing to the next. */
const kindsAt = (at: number): readonly string[] =>
  isDeep ? KINDS : [0, 1].map((nth) => KINDS[(at * 2 + nth) % KINDS.length] as string);

type Attack = [what: string, run: () => Promise<unknown>];
type Schema = Json & { readonly properties?: Readonly<Record<string, Schema>>; readonly items?: Schema };

/** For each text that a body can hold, a body with nothing else. */
function fieldsIn(schema: Schema): readonly ((text: string) => Json)[] {
  const named = Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
    (one.items !== undefined
      ? fieldsIn(one.items).map((fill) => (text: string): unknown => [fill(text)])
      : [(text: string): unknown => text, ...fieldsIn(one)]
    ).map((fill) => (text: string) => ({ [name]: fill(text) })),
  );
  return [...named, (text) => ({ metadata: { key: text } })];
}
