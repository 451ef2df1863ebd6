/** Writes offers, in the transaction that writes the lines of the history which made or answered them. */
import type { Escrow, Offer } from "../../domain/model.js";
import type { Statement } from "../../platform/database.js";
import { bulkUpdate } from "../bulk.js";

/** An offer as it shall be; `known` is how it was loaded, undefined for a new one. */
export type OfferChange = {
  readonly escrow: Escrow;
  readonly now: number;
  readonly offer: Offer;
  readonly known: Offer | undefined;
};

// The line that made it is the last of its kind: the escrow's lock keeps others away, and a unit makes one offer.
const INSERT_OFFERS = `
  insert into settlement_offers (account_id, escrow_id, number, made_by, release, refund, status, entry_number, created)
  select account_id, escrow_id, number, made_by, release, refund, 'OPEN',
    (select max(line.number) from milestone_entries line
     where line.account_id = given.account_id and line.escrow_id = given.escrow_id and line.verb = 'offer'),
    created
  from unnest($1::bigint[], $2::uuid[], $3::integer[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[])
    as given (account_id, escrow_id, number, made_by, release, refund, created)`;

/** Sent behind the history, and behind {@link updateOffers}: a new offer takes the place of one that is taken back. */
export const insertOffers = (made: readonly OfferChange[]): Statement => ({
  name: "insert settlement_offers",
  text: INSERT_OFFERS,
  values: [
    made.map(({ escrow }) => escrow.account),
    made.map(({ escrow }) => escrow.id),
    made.map(({ offer }) => offer.number),
    made.map(({ offer }) => offer.by),
    made.map(({ offer }) => offer.release),
    made.map(({ offer }) => offer.refund),
    made.map(({ now }) => now),
  ],
});

export const updateOffers = bulkUpdate<OfferChange & { readonly known: Offer }>("settlement_offers", {
  keys: {
    account_id: ["bigint", (c) => c.escrow.account],
    escrow_id: ["uuid", (c) => c.escrow.id],
    number: ["integer", (c) => c.offer.number],
  },
  expected: { status: ["text", (c) => c.known.status] },
  set: { status: ["text", (c) => c.offer.status], closed_at: ["bigint", (c) => c.now] },
});
