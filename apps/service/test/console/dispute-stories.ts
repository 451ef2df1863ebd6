/** Disputes for stories of both sides: who is there, where their forms are, and what came of it. */
import { expect } from "vitest";
import { acceptOffer } from "../../src/commands/accept-offer.js";
import { declineOffer } from "../../src/commands/decline-offer.js";
import { type Executor, openExecutor } from "../../src/commands/execute.js";
import { makeOffer } from "../../src/commands/make-offer.js";
import type { Side } from "../../src/commands/parties.js";
import type { Outcome } from "../../src/commands/unit.js";
import { withdrawOffer } from "../../src/commands/withdraw-offer.js";
import { writeStatement } from "../../src/commands/write-statement.js";
import type { AccountId, EscrowId } from "../../src/domain/ids.js";
import type { Party, Refusal } from "../../src/domain/model.js";
import { cents } from "../../src/domain/money.js";
import type { Json, Merchant, World } from "../harness.js";
import { ADA, fundedBy } from "../pages/orders-area.js";
import { asBuyer, ORDER, submit, TWO_PARTS } from "../stories.js";

/** An order of Ada's that was delivered and is in dispute. */
export async function disputedBy(shop: Merchant, email = ADA, order: Json = ORDER): Promise<Json> {
  return disputedOf(shop, await fundedBy(shop, email, order));
}

export async function disputedOf(shop: Merchant, escrow: Json): Promise<Json> {
  await submit(shop, escrow);
  return asBuyer(shop, escrow, "dispute", 0, { reason: "Two of the bowls arrived cracked." });
}

/** The first part is in dispute, the second is delivered and can be approved. */
export async function halfDisputed(shop: Merchant): Promise<Json> {
  const escrow = await fundedBy(shop, ADA, TWO_PARTS);
  await submit(shop, escrow, 0);
  await submit(shop, escrow, 1);
  return asBuyer(shop, escrow, "dispute", 0, { reason: "Never left the shop." });
}

const sideOf = (shop: Merchant, escrow: Json, party: Party): Side => ({
  account: shop.account as AccountId,
  escrow: escrow["id"] as EscrowId,
  ...(party === "buyer" ? { party, buyer: ADA } : { party }),
});

/** Why it was refused; null when it was done. */
async function refusalOf(outcome: Promise<Outcome<"escrow">>): Promise<Refusal | null> {
  const came = await outcome;
  return came.ok ? null : came.reason;
}

/** What the sides do without their pages, and why it was refused. */
export function voices(world: World, shop: Merchant) {
  const executor: Executor = openExecutor(world.db);
  const side = (escrow: Json, party: Party): Side => sideOf(shop, escrow, party);
  const answering = (verb: typeof acceptOffer) => (escrow: Json, party: Party, number: number) =>
    refusalOf(verb(executor, side(escrow, party), number));
  return {
    writes: (escrow: Json, party: Party, text = "So it is.") =>
      refusalOf(writeStatement(executor, side(escrow, party), { text, evidence: [] })),
    offers: (escrow: Json, party: Party, [release, refund]: readonly [bigint, bigint], text = "") => {
      const split = { release: cents(release), refund: cents(refund) };
      return refusalOf(makeOffer(executor, side(escrow, party), { split, text }));
    },
    accepts: answering(acceptOffer),
    declines: answering(declineOffer),
    withdraws: answering(withdrawOffer),
  };
}

export type OfferNow = { readonly number: number; readonly made_by: string; readonly status: string };

export const offersOf = (world: World, escrow: Json): Promise<readonly OfferNow[]> =>
  world.db.query<OfferNow>({
    name: "test: offers of",
    text: "select number, made_by, status from settlement_offers where escrow_id = $1 order by number",
    values: [escrow["id"]],
  });

/** Cents that left the escrow, by the kind of transfer. */
export async function paidOut(world: World, escrow: Json): Promise<Readonly<Record<string, number>>> {
  const rows = await world.db.query<{ kind: string; amount: string }>({
    name: "test: paid out",
    text: "select kind, sum(amount) as amount from ledger_transfers where escrow_id = $1 and debit_kind = 'escrow_held' group by kind",
    values: [escrow["id"]],
  });
  return Object.fromEntries(rows.map(({ kind, amount }) => [kind, Number(amount)]));
}

/** Templates and parameters of mails to an address, oldest first. */
export async function mailsTo(world: World, email: string): Promise<readonly { template: string; params: Json }[]> {
  return world.db.query({
    name: "test: mails to",
    text: "select template, params from mails where recipient = $1 order by id",
    values: [email],
  });
}

export const consolePath = (shop: Merchant, escrow: Json): string =>
  `/console/${shop.sellerCode}/escrows/${escrow["id"]}/dispute`;

/** What of a page a reader sees, in a row. */
export const readable = (html: string): string =>
  html
    .replace(/^[\s\S]*<main[^>]*>/, "")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&#39;", "'")
    .replaceAll(/\s+/g, " ");

export function expectShown(html: string, ...sentences: readonly string[]): void {
  const text = readable(html);
  for (const sentence of sentences) expect(text).toContain(sentence);
}
