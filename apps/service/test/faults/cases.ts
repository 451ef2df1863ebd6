/**
 * Whole requests for the fuzz: an operation, a path, headers and a body, each right or wrong in a way that is known, and
 * with that the statuses that the contract allows for it. Case n of a seed is always the same, but for the ids of
 * objects that exist at that moment.
 */
import { API_PATH, ERRORS, isBlank, LIMITS, OPERATION_IDS, type OperationId, operation } from "@holdfast/contract";
import type { Json } from "../harness.js";
import { type Fault, makeObject, type Schema, spoil } from "./bodies.js";
import { frame, makeHeaders } from "./case-headers.js";
import { type Chance, chance } from "./random.js";
import { requestBytes } from "./wire.js";

/** A merchant and objects of its that requests can name. */
export type FuzzShop = {
  readonly apiKey: string;
  readonly sessions: string[];
  readonly escrows: { readonly id: string; readonly code: string; readonly milestones: readonly string[] }[];
  readonly events: string[];
  readonly cursors: string[];
};

export type Case = {
  readonly operation: OperationId;
  readonly shop: FuzzShop;
  readonly method: string;
  readonly target: string;
  readonly bytes: Buffer;
  readonly hasBody: boolean;
  readonly allowed: readonly number[];
  /** What was sent, where it is known to be taken. */
  readonly sent: Json | null;
  /** Fields that a refusal for their sake has to name; none when something else comes first. */
  readonly faulty: readonly string[];
  readonly milestone: string | null;
};

/**
 * How often each is called: what carries an order on more often than what ends it. What stands here is known well enough
 * to tell its statuses beforehand; an operation that does not is called too, and may answer anything but a 5xx.
 */
const SHARES: Readonly<Record<string, number>> = {
  getAccount: 1,
  listSessions: 1,
  getSession: 1,
  listEscrows: 1,
  getEscrow: 1,
  listEvents: 1,
  sandboxGetClock: 1,
  sandboxListMails: 1,
  expireSession: 1,
  sandboxCancelEscrow: 1,
  sandboxDeclineEscrow: 1,
  sandboxAdvanceClock: 1,
  createSession: 20,
  sandboxConfirmSession: 2,
  sandboxRecordPayment: 5,
  submitMilestone: 8,
  sandboxApproveMilestone: 3,
  sandboxRequestRevision: 4,
  sandboxDisputeMilestone: 2,
  sandboxResolveDispute: 4,
};
const WITH_BODY = OPERATION_IDS.filter((id) => operation(id).method === "POST").flatMap((id) =>
  Array.from({ length: SHARES[id] ?? 1 }, () => id),
);
export const isFamiliar = (id: OperationId): boolean => Object.hasOwn(SHARES, id);
const ANYTHING = Object.values(ERRORS)
  .map(({ status }): number => status)
  .filter((status) => status < 500)
  .concat(200, 201);

const WITHOUT_BODY = OPERATION_IDS.filter((id) => operation(id).method === "GET");

const UNKNOWN = "0199c1f0-8a6e-7d1c-9b2a-4f0d5c6e7a81";
const ODD_IDS = [
  UNKNOWN,
  "cs_06cw3w4ahf6jst9p9w6nrvkfkw",
  "cs_",
  "TR-20260921.402817.24990",
  "TR-20260921.402817.99999999999999",
  "%00",
  "a%00b",
  "%ff",
  "%C3%28",
  "%",
  "%zz",
  "%2e%2e",
  "..%2f..",
  "%F0%9F%98%80",
  "'%20or%201=1",
  "{id}",
  ":id",
  "*",
  "null",
  "__proto__",
  "constructor",
  "a".repeat(500),
  "a".repeat(501),
  "0".repeat(3_000),
];

export function makeCase(seed: number, index: number, shops: readonly FuzzShop[]): Case {
  const luck = chance(seed ^ Math.imul(index + 1, 0x9e3779b1));
  const shop = luck.pick(shops);
  const one = luck.happens(0.06) ? makeQuery(luck, shop, shops) : makeCall(luck, shop, index);
  return isFamiliar(one.operation) ? one : { ...one, allowed: ANYTHING, faulty: ["*"], sent: null };
}

function makeCall(luck: Chance, shop: FuzzShop, index: number): Case {
  const id = luck.pick(WITH_BODY);
  const { path, target, milestone } = makePath(id, luck, shop);
  const made = makeBody(id, luck);
  const head = makeHeaders(id, luck, shop, made, index);
  const framed = frame(head.headers, made.bytes, luck);
  const done = operation(id).success.status;
  const success = path !== "live" ? [404] : target.endsWith(operation(id).path) ? [done] : [done, 409];
  // What exists was made by this shop, and a settlement may not fit what is left of the escrow.
  if (id === "sandboxResolveDispute") success.push(400, 404);
  const first = head.allowed ?? made.allowed;
  const allowed = [...(first ?? success), ...(path === "odd" ? [404, 400] : [])];
  if (first !== null && head.reused && made.faulty.length > 0) allowed.push(409);
  if (made.eitherWay) allowed.push(...success, 400);
  return {
    operation: id,
    shop,
    method: "POST",
    target,
    bytes: requestBytes("POST", target, framed.headers, framed.body),
    hasBody: made.bytes !== null,
    allowed: allowed.includes(201) && head.reused ? [...allowed, 409] : allowed,
    sent: first === null && id !== "sandboxResolveDispute" ? made.sent : null,
    faulty: head.allowed === null && path !== "odd" && !head.reused ? made.faulty : [],
    milestone,
  };
}

// --- Paths -------------------------------------------------------------------------------------------------------------

type Path = { readonly path: "live" | "unknown" | "odd"; readonly target: string; readonly milestone: string | null };

function makePath(id: OperationId, luck: Chance, shop: FuzzShop): Path {
  const template = API_PATH + operation(id).path;
  if (!template.includes("{")) return { path: "live", target: template, milestone: null };
  const oddity = luck.happens(0.06) ? luck.pick(ODD_IDS) : null;
  const session = shop.sessions.length > 0 ? luck.pick(shop.sessions.slice(-200)) : null;
  const escrow = shop.escrows.length > 0 ? luck.pick(shop.escrows.slice(-30)) : null;
  const milestone = escrow === null ? null : luck.pick(escrow.milestones);
  const ids: Readonly<Record<string, string | null>> = {
    id: session,
    escrow_id: escrow === null ? null : luck.happens(0.1) ? escrow.code : escrow.id,
    milestone_id: milestone,
  };
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const odd = oddity === null ? null : luck.pick(names);
  const isLive = oddity === null && names.every((name) => ids[name] !== null);
  return {
    path: oddity !== null ? "odd" : isLive ? "live" : "unknown",
    target: template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      name === odd ? (oddity as string) : (ids[name] ?? UNKNOWN),
    ),
    milestone,
  };
}

// --- Bodies ------------------------------------------------------------------------------------------------------------

type Body = {
  readonly bytes: string | Buffer | null;
  /** Null: nothing is wrong with it. */
  readonly allowed: readonly number[] | null;
  readonly faulty: readonly string[];
  readonly eitherWay: boolean;
  readonly sent: Json | null;
};

function makeBody(id: OperationId, luck: Chance): Body {
  const schema = operation(id).body as Schema | undefined;
  if (schema === undefined) {
    const bytes = luck.pick([null, null, "", "{}", "[", "\0", "x".repeat(1_000)]);
    return { bytes, allowed: null, faulty: [], eitherWay: false, sent: null };
  }
  const made = makeObject(schema, "", luck.happens(0.5), luck);
  const { json, faults } = id === "createSession" ? withSum(made, luck) : made;
  if (luck.happens(0.1)) return spoilt(id, json, faults, luck);
  if (luck.happens(0.004)) return padded(id, json, faults, luck);
  return finished(id, json, json, faults);
}

function finished(id: OperationId, bytes: string | Buffer, json: string, faults: readonly Fault[]): Body {
  if (faults.some(({ verdict }) => verdict === "unreadable"))
    return { bytes, allowed: [400], faulty: ["*"], eitherWay: false, sent: null };
  const sent = JSON.parse(json) as Json;
  const fields = new Set(faults.map(({ field }) => field));
  if (id === "submitMilestone" && saysNothing(sent["submission_details"])) fields.add("submission_details");
  // The clock of the deployment moves by a second at most: every session would expire at once.
  if (id === "sandboxAdvanceClock" && fields.size === 0)
    return { bytes: '{"seconds":1}', allowed: null, faulty: [], eitherWay: false, sent: { seconds: 1 } };
  return {
    bytes,
    allowed: fields.size > 0 ? [400] : null,
    faulty: [...fields],
    eitherWay: faults.some(({ verdict }) => verdict === "unknown"),
    sent: fields.size > 0 ? null : sent,
  };
}

export const saysNothing = (details: unknown): boolean =>
  details === undefined || details === null || (typeof details === "string" && isBlank(details));

function spoilt(id: OperationId, json: string, faults: readonly Fault[], luck: Chance): Body {
  const { bytes, verdict } = spoil(json, luck);
  if (verdict === "taken") return finished(id, bytes, bytes.toString(), faults);
  const body = { bytes, faulty: ["*"], sent: null };
  return verdict === "unknown"
    ? { ...body, allowed: [400], faulty: [], eitherWay: true }
    : { ...body, allowed: [400], eitherWay: false };
}

/** To the last byte that is taken, or one more. */
function padded(id: OperationId, json: string, faults: readonly Fault[], luck: Chance): Body {
  const tooLarge = luck.happens(0.5);
  const size = LIMITS.bodyBytes + (tooLarge ? luck.pick([1, 1, 1_000, 300_000]) : 0);
  const bytes = json + " ".repeat(Math.max(0, size - Buffer.byteLength(json)));
  if (tooLarge) return { bytes, allowed: [413], faulty: [], eitherWay: false, sent: null };
  return finished(id, bytes, json, faults);
}

/** Milestones that the contract takes add up to the amount; mostly they are made to. */
function withSum(made: { json: string; faults: readonly Fault[] }, luck: Chance) {
  if (made.faults.length > 0) return made;
  const body = JSON.parse(made.json) as Json;
  const milestones: readonly Json[] = body["milestones"] ?? [];
  if (milestones.length === 0) return made;
  const sum = milestones.reduce((total, { amount }) => total + centsOf(amount), 0n);
  if (sum === centsOf(body["amount"])) return made;
  if (luck.happens(0.1) || sum >= 10n ** BigInt(LIMITS.amountWholeDigits + 2))
    return { json: made.json, faults: [{ field: "milestones", verdict: "refused" as const }] };
  return { json: JSON.stringify({ ...body, amount: moneyOf(sum) }), faults: [] };
}

const centsOf = (money: string): bigint => BigInt(money.replace(".", ""));
const moneyOf = (cents: bigint): string =>
  cents
    .toString()
    .padStart(3, "0")
    .replace(/(\d\d)$/, ".$1");

// --- Queries -----------------------------------------------------------------------------------------------------------

type Parameter = { readonly text: string; readonly taken: boolean | null };

const good = (...texts: readonly string[]): Parameter[] => texts.map((text) => ({ text, taken: true }));
const bad = (...texts: readonly string[]): Parameter[] => texts.map((text) => ({ text, taken: false }));

const NO_TEXT = ["%00", "a%00", "%ff", "%C3%28", "%ED%A0%80"];
const EMOJI = encodeURIComponent("\u{1F600}");
const PARAMETERS: Readonly<Record<string, readonly Parameter[]>> = {
  limit: [
    ...good("1", "25", "99", "100", "007"),
    ...bad(
      "0",
      "101",
      "-1",
      "1.5",
      "1e1",
      "",
      "+1",
      "%201",
      "x",
      "NaN",
      "9".repeat(30),
      "%EF%BC%91",
      "1&limit=2",
      ...NO_TEXT,
    ),
  ],
  status: [
    ...good("COMPLETED", "PENDING_ACCEPTANCE"),
    ...bad("completed", "", "OPEN", "COMPLETED,CLOSED", "constructor", ...NO_TEXT),
  ],
  type: [...good("escrow.created", "ping"), ...bad("", "escrow", "ESCROW.CREATED", "*", ...NO_TEXT)],
  external_reference: [
    ...good(
      "x",
      "%27",
      "a%20b",
      "a+b",
      "x".repeat(LIMITS.externalReferenceLength),
      EMOJI.repeat(LIMITS.externalReferenceLength),
    ),
    ...bad(
      "",
      "x".repeat(LIMITS.externalReferenceLength + 1),
      EMOJI.repeat(LIMITS.externalReferenceLength + 1),
      "a&external_reference=b",
      ...NO_TEXT,
    ),
  ],
  to: [
    ...good("x", "a%40b.example", "%27", "x".repeat(LIMITS.emailLength), EMOJI.repeat(LIMITS.emailLength)),
    ...bad("", "x".repeat(LIMITS.emailLength + 1), EMOJI.repeat(LIMITS.emailLength + 1), "a&to=b", ...NO_TEXT),
  ],
  cursor: bad("", "x", "AAAA", "%00", "====", "a".repeat(2_000), "bnVsbA", "../..", "1&cursor=2"),
  after: bad(
    "",
    "evt_",
    "evt_06cw3w4ahf6jst9p9w6nrvkfkw",
    "cs_06cw3w4ahf6jst9p9w6nrvkfkw",
    "1",
    "evt_zzzzzzzzzzzzzzzzzzzzzzzzzz",
    ...NO_TEXT,
  ),
};

function makeQuery(luck: Chance, shop: FuzzShop, shops: readonly FuzzShop[]): Case {
  const id = luck.pick(WITHOUT_BODY);
  const { path, target: base } = makePath(id, luck, shop);
  const names = Object.keys(operation(id).query ?? {});
  const parts: string[] = [];
  const wrong: string[] = [];
  let isKnown = true;
  for (const name of names.filter(() => luck.happens(0.4))) {
    const parameter = luck.pick([...(PARAMETERS[name] ?? []), ...livePositions(name, luck, shop, shops)]);
    parts.push(`${name}=${parameter.text}`);
    if (parameter.taken === null) isKnown = false;
    else if (!parameter.taken) wrong.push(name);
  }
  if (parts.some((part) => part.startsWith("after=")) && parts.some((part) => part.startsWith("cursor=")))
    wrong.push("cursor");
  if (luck.happens(0.2))
    parts.push(luck.pick(["__proto__=1", "x[y]=z", "&&", "=", "%", "a=%zz", "limits=0", "constructor"]));
  const target = parts.length === 0 ? base : `${base}?${parts.join("&")}`;
  const success = path === "live" ? [200] : [404];
  return {
    operation: id,
    shop,
    method: "GET",
    target,
    bytes: requestBytes(
      "GET",
      target,
      [
        ["Host", "x"],
        ["Authorization", `Bearer ${shop.apiKey}`],
      ],
      null,
    ),
    hasBody: false,
    allowed: wrong.length > 0 ? [400] : isKnown ? success : [...success, 400],
    sent: null,
    // A second `cursor` is refused beside the first fault only.
    faulty: wrong.length === 1 ? wrong : [],
    milestone: null,
  };
}

/** Positions that lists gave: this shop's are taken where they belong, and another's nowhere. */
function livePositions(name: string, luck: Chance, shop: FuzzShop, shops: readonly FuzzShop[]): Parameter[] {
  const other = luck.pick(shops);
  if (name === "after") {
    const own = shop.events.length > 0 ? good(luck.pick(shop.events)) : [];
    const foreign = other !== shop && other.events.length > 0 ? bad(luck.pick(other.events)) : [];
    return [...own, ...own, ...foreign];
  }
  if (name !== "cursor" || shop.cursors.length === 0) return [];
  const cursor = luck.pick(shop.cursors);
  const at = luck.integer(0, cursor.length - 1);
  const bent = cursor.slice(0, at) + luck.pick(["A", "z", "_", "0"]) + cursor.slice(at + 1);
  return [cursor, bent].map((text) => ({ text, taken: null }));
}
