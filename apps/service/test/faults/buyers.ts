/**
 * A buyer with a browser who walks at random: follows what pages offer and what earlier pages offered, clicks twice, has
 * two tabs, and plays phone, card and bank. Everything goes by GET and by forms over HTTP, and every answer is looked at.
 */
import { type Cents, formatMoney, parseMoney } from "../../src/domain/money.js";
import type { Json, Merchant, World } from "../harness.js";
import { NOTE, sendDispute } from "../pages/orders-area.js";
import { csrfOf, lastCode, newVisitor, type Page, type Visitor } from "../visitor.js";
import { type Chance, chance } from "./random.js";

export type Buyer = {
  /** Opens the page of its session and signs in there. */
  arrive(): Promise<void>;
  /** Does one thing, or two at a time. */
  step(): Promise<void>;
  /** What its cards, phone and bank account parted with, as their pages told. */
  spent(): Cents;
};

type Walk = {
  readonly world: World;
  readonly shop: Merchant;
  readonly session: string;
  readonly visitor: Visitor;
  /** Each comes from a network of its own, by way of the load balancer. */
  readonly from: { readonly "X-Forwarded-For": string };
  readonly luck: Chance;
  /** What the pages have shown so far, oldest first; tabs that stay open make old offers, too. */
  readonly seen: { csrf: string; order: string | null; plays: string[]; cancels: string[]; tasks: string[] };
  readonly purse: { spent: bigint };
};

const METHODS = ["card", "mobile_money", "bank"] as const;
const APPROVED_CARD = "4242 4242 4242 4242";
const CHALLENGED_CARD = "4000000000003220";
const CARDS = [
  ...[APPROVED_CARD, APPROVED_CARD, APPROVED_CARD, CHALLENGED_CARD],
  ...["4000000000000002", "4000000000009995", "4111111111111111"],
];

/** @param number tells buyers apart: address, network and luck follow from it. */
export async function newBuyer(
  world: World,
  shop: Merchant,
  { number, seed }: { number: number; seed: number },
): Promise<Buyer> {
  const luck = chance(seed + number * 7919);
  const { body: session } = await asked(shop, "/checkout/sessions", { body: orderOf(luck), allowed: [201] });
  const walk: Walk = {
    world,
    shop,
    session: `/pay/${shop.sellerCode}/${session["id"]}`,
    visitor: newVisitor(world),
    from: { "X-Forwarded-For": `10.7.${number >> 8}.${number & 255}` },
    luck,
    seen: { csrf: "", order: null, plays: [], cancels: [], tasks: [] },
    purse: { spent: 0n },
  };
  return {
    arrive: () => arrive(walk, number),
    step: async () => {
      const tabs = luck.happens(0.1) ? 2 : 1;
      await Promise.all(Array.from({ length: tabs }, () => oneStep(walk)));
    },
    spent: () => walk.purse.spent as Cents,
  };
}

/** One milestone or two, and cents that no fee divides evenly. */
function orderOf({ integer, happens, pick }: Chance): Json {
  const parts = [integer(100, 60_000), integer(100, 60_000)] as const;
  const money = (amount: number): string => formatMoney(BigInt(amount) as Cents);
  const expires_in = pick([3_600, 86_400, 604_800, 604_800, 604_800]);
  if (happens(0.5)) return { title: "Hand-thrown dinner set", amount: money(parts[0]), expires_in };
  const milestones = parts.map((part, at) => ({ title: `Parcel ${at + 1}`, amount: money(part) }));
  return { title: "Two parcels", amount: money(parts[0] + parts[1]), milestones, expires_in };
}

async function arrive(walk: Walk, number: number): Promise<void> {
  const { world, session, visitor } = walk;
  const email = `buyer-${number}@example.com`;
  await look(walk, session);
  await send(walk, "/sign-in", { fields: { email, next: session } });
  await send(walk, "/sign-in/code", { fields: { code: await lastCode(world, email), next: session } });
  const page = await look(walk, session, [200, 410]);
  if (!page.html.includes(email)) throw new Error(`${email} is not signed in: ${visitor.cookies.size} cookies`);
}

type Step = (walk: Walk) => Promise<unknown>;

/** Likely steps are those that lead on; the others come often enough among a thousand buyers. */
async function oneStep(walk: Walk): Promise<unknown> {
  const { order, plays, cancels } = walk.seen;
  const isConfirmed = order !== null;
  const hasPaid = walk.purse.spent > 0n;
  // A page that waits for a payment loads itself again when there is news.
  const shown = isConfirmed && !hasPaid ? await look(walk, walk.session, [200, 410]) : null;
  const isAskedToChoose = shown?.html.includes('name="method"') === true;
  const choices: readonly (readonly [weight: number, step: Step])[] = [
    [isConfirmed ? 1 : 40, confirm],
    [isAskedToChoose ? 30 : 3, choose],
    [plays.length === 0 ? 0 : hasPaid || isAskedToChoose ? 5 : 40, play],
    [cancels.length === 0 ? 0 : 2, giveUp],
    [3, reload],
    [1, sendForeignForm],
    [isConfirmed ? 1 : 0, decline],
    [hasPaid ? 16 : isConfirmed ? 1 : 0, act],
    [hasPaid ? 16 : isConfirmed ? 1 : 0, shopActs],
  ];
  const total = choices.reduce((sum, [weight]) => sum + weight, 0);
  const dice = walk.luck.next() * total;
  const at = choices.findIndex((_, end) => dice < choices.slice(0, end + 1).reduce((sum, [weight]) => sum + weight, 0));
  return choices[at]![1](walk);
}

async function confirm(walk: Walk): Promise<void> {
  const { session, luck } = walk;
  await look(walk, session, [200, 410]);
  const fields = choiceOf(luck);
  const clicks = Array.from({ length: luck.pick([1, 2, 3]) }, () =>
    send(walk, `${session}/confirm`, { fields, allowed: [303, 422] }),
  );
  await Promise.all(clicks);
  await look(walk, session, [200, 410]);
}

async function choose(walk: Walk): Promise<void> {
  await send(walk, `${walk.session}/payments`, { fields: choiceOf(walk.luck), allowed: [303, 422] });
  await look(walk, walk.session, [200, 410]);
}

function choiceOf({ pick, happens }: Chance): Record<string, string> {
  if (happens(0.05)) return pick([{}, { method: "cash" }, { method: "mobile_money", phone: "0712" }]);
  return { method: pick(METHODS), phone: "+255 712 345 678" };
}

async function giveUp(walk: Walk): Promise<void> {
  await send(walk, walk.luck.pick(walk.seen.cancels));
  await look(walk, walk.session, [200, 410]);
}

async function reload(walk: Walk): Promise<void> {
  const { session, seen, luck } = walk;
  const orders = seen.order === null ? [] : [seen.order, `${seen.order}/receipt`];
  const path = luck.pick([session, `${session}/status`, `${session}/confirm`, "/orders", ...orders]);
  await look(walk, path, path === session ? [200, 410] : path.endsWith("/confirm") ? [303] : [200]);
}

/** What another site would have this browser send. */
async function sendForeignForm(walk: Walk): Promise<void> {
  const { session, seen, luck } = walk;
  const target = luck.pick([
    `${session}/confirm`,
    `${session}/payments`,
    ...seen.cancels,
    ...seen.plays,
    ...seen.tasks,
  ]);
  const headers = { Origin: "https://elsewhere.example" };
  // The form with files looks at an order before it reads anything, so what is over already leads back.
  const allowed = target.endsWith("/dispute") ? [303, 403] : [403];
  await send(walk, target, { fields: { method: "card", number: APPROVED_CARD, reason: "-" }, headers, allowed });
}

async function decline(walk: Walk): Promise<void> {
  await look(walk, `${walk.seen.order}/decline`, [200, 303]);
  await send(walk, `${walk.seen.order}/decline`);
}

/** The other side of a payment: mostly of the last one that was begun, now and then of one that nobody waits for. */
async function play(walk: Walk): Promise<void> {
  const { seen, luck } = walk;
  if (luck.happens(0.5)) await look(walk, walk.session, [200, 410]);
  const path = luck.happens(0.8) ? seen.plays.at(-1)! : luck.pick(seen.plays);
  const { html } = await look(walk, path);
  if (path.includes("/card/")) return playCard(walk, path, html);
  if (path.includes("/phone/")) return playPhone(walk, path, html);
  return playBank(walk, path, html);
}

async function playCard(walk: Walk, path: string, html: string): Promise<void> {
  const { luck } = walk;
  const number = luck.pick(CARDS);
  const typed = await send(walk, path, { fields: { number } });
  if (isApproved(typed) && number === APPROVED_CARD) spend(walk, amountOn(html));
  if (number !== CHALLENGED_CARD || luck.happens(0.1)) return;
  const challenge = luck.pick(["pass", "pass", "fail"]);
  const answered = await send(walk, path, { fields: { challenge } });
  if (isApproved(answered) && challenge === "pass") spend(walk, amountOn(html));
}

/** The issuer leads back to the order, whether it paid or not; what else happened stays on its page. */
const isApproved = (page: Page): boolean => /^\/pay\/|said=approved$/.test(page.headers.get("location") ?? "");

async function playPhone(walk: Walk, path: string, html: string): Promise<void> {
  const answer = walk.luck.happens(0.85) ? "approve" : "decline";
  const pin = walk.luck.pick(["1234", "1234", "1234", "4711", "0000", "12"]);
  const clicks = walk.luck.pick([1, 1, 2]);
  const answers = Array.from({ length: clicks }, () => send(walk, path, { fields: { answer, pin } }));
  for (const page of await Promise.all(answers)) {
    if (page.headers.get("location")?.endsWith("said=approved")) spend(walk, amountOn(html));
  }
}

async function playBank(walk: Walk, path: string, html: string): Promise<void> {
  const { luck } = walk;
  const offered = [...html.matchAll(/name="amount" value="([\d.]+)"/g)].map(([, amount]) => amount!);
  const amount = luck.pick([...offered, offered[0]!, "0.01", "10,50", "a lot"]);
  const clicks = luck.pick([1, 1, 1, 2]);
  const answers = Array.from({ length: clicks }, () => send(walk, path, { fields: { amount } }));
  for (const page of await Promise.all(answers)) {
    if (page.headers.get("location")?.endsWith("said=received")) spend(walk, amount.replace(",", "."));
  }
}

/** The amount that the page asks for, without what separates thousands. */
const amountOn = (html: string): string => /\$([\d,]+\.\d\d)/.exec(html)![1]!.replaceAll(",", "");

function spend({ purse }: Walk, amount: string): void {
  const cents = parseMoney(amount);
  if (cents === null) throw new Error(`no amount: ${amount}`);
  purse.spent += cents;
}

/** Approves, asks for changes or disputes: what the order's page offers, or offered once. */
async function act(walk: Walk): Promise<void> {
  const { world, visitor, seen, luck } = walk;
  await look(walk, seen.order!);
  const verb = luck.pick(["approve", "approve", "approve", "request_revision", "dispute"]);
  const tasks = seen.tasks.filter((path) => path.endsWith(verb));
  if (tasks.length === 0) return;
  const task = luck.pick(tasks);
  await look(walk, task, [200, 303]);
  const clicks = luck.pick([1, 1, 2]);
  const reason = luck.happens(0.1) ? "" : "Two of the bowls arrived cracked.";
  const once = async (): Promise<unknown> => {
    if (!task.endsWith("/dispute"))
      return send(walk, task, { fields: { reason }, allowed: reason === "" ? [303, 400] : [303] });
    const files = luck.pick([[], [{ name: "note.txt", content: NOTE }]]);
    const page = await sendDispute(world, visitor, { path: task, reason, files, csrf: seen.csrf });
    return checked(`POST ${task}`, page, reason === "" ? [303, 400] : [303]);
  };
  await Promise.all(Array.from({ length: clicks }, once));
}

/** The merchant delivers or cancels; an operator resolves what is disputed. */
async function shopActs({ shop, seen, luck }: Walk): Promise<void> {
  const id = seen.order!.split("/").at(-1)!;
  const { body: escrow } = await asked(shop, `/escrows/${id}`, { allowed: [200] });
  const milestones = escrow["milestones"] as readonly Json[];
  if (escrow["status"] === "DISPUTED") {
    const outcome = luck.pick(["release", "resume", "settle"]);
    const body = outcome === "settle" ? { outcome, ...splitOf(milestones, luck) } : { outcome };
    // Another tab may have approved a part meanwhile: then the split is not of what is left.
    await asked(shop, `/test_helpers/escrows/${id}/resolve`, { body, allowed: [200, 400, 409] });
  } else if (luck.happens(0.07)) {
    await asked(shop, `/test_helpers/escrows/${id}/cancel`, { body: {}, allowed: [200, 409] });
  } else {
    const path = `/escrows/${id}/milestones/${luck.pick(milestones)["id"]}/submit`;
    await asked(shop, path, { body: { submission_details: "DHL 4410 8823 7712" }, allowed: [200, 409] });
  }
}

function splitOf(milestones: readonly Json[], { integer }: Chance): Json {
  const open = milestones.filter(({ status }) => status !== "COMPLETED").map(({ amount }) => parseMoney(amount)!);
  const left = open.reduce<bigint>((sum, amount) => sum + amount, 0n);
  const release = (left * BigInt(integer(0, 10))) / 10n;
  return { release: formatMoney(release as Cents), refund: formatMoney((left - release) as Cents) };
}

type Sent = {
  readonly fields?: Record<string, string>;
  readonly headers?: Record<string, string>;
  readonly allowed?: readonly number[];
};

/** Sends a form with the token of the page that was loaded last. */
async function send(
  walk: Walk,
  path: string,
  { fields = {}, headers = {}, allowed = [303] }: Sent = {},
): Promise<Page> {
  const body = new URLSearchParams({ csrf: walk.seen.csrf, ...fields }).toString();
  return checked(`POST ${path} ${body}`, await walk.visitor.postRaw(path, body, { ...walk.from, ...headers }), allowed);
}

async function look(walk: Walk, path: string, allowed: readonly number[] = [200]): Promise<Page> {
  const page = checked(`GET ${path}`, await walk.visitor.get(path), allowed);
  if (page.headers.get("content-type")?.startsWith("text/html") && page.html !== "") remember(walk, page.html);
  return page;
}

const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const PLAY = /\/sandbox\/(?:card|phone|bank)\/HF[0-9A-Z]{12}/g;
const CANCEL = new RegExp(`/pay/[^"/]+/[^"/]+/payments/${UUID}/cancel`, "g");
const ORDER = new RegExp(`/orders/[0-9A-Z]{8}/${UUID}`, "g");
const TASK = new RegExp(`${ORDER.source}/milestones/${UUID}/(?:approve|request_revision|dispute)`, "g");

function remember({ seen }: Walk, html: string): void {
  // The page of a payment that is over has no form, and so no token.
  if (html.includes('name="csrf"')) seen.csrf = csrfOf(html);
  seen.order ??= html.match(ORDER)?.[0] ?? null;
  for (const [known, pattern] of [
    [seen.plays, PLAY],
    [seen.cancels, CANCEL],
    [seen.tasks, TASK],
  ] as const) {
    for (const found of html.match(pattern) ?? []) if (!known.includes(found)) known.push(found);
  }
}

type Asked = { readonly body?: Json; readonly allowed: readonly number[] };

/** A call of the API: a POST when it has a body. */
async function asked(shop: Merchant, path: string, { body, allowed }: Asked): Promise<{ readonly body: Json }> {
  const reply = await (body === undefined ? shop.get(path) : shop.post(path, body));
  checked(`${path} ${JSON.stringify(body)}`, { status: reply.status, html: reply.text }, allowed);
  return reply;
}

function checked<Answer extends Pick<Page, "status" | "html">>(
  what: string,
  page: Answer,
  allowed: readonly number[],
): Answer {
  if (allowed.includes(page.status)) return page;
  throw new Error(
    `${what} was answered with ${page.status}, not ${allowed.join(" or ")}: ${page.html.slice(0, 3_000)}`,
  );
}
