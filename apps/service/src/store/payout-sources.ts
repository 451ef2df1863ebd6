/**
 * Which payments transfers to a seller's account may be tied to, and how much is left of each: no more than it brought and was not paid
 * back or taken by its bank, and no more of an order than was released of it. What came back of a transfer does not count again, for it lies
 * in the balance.
 */

/** Leans on the index payouts_source. */
const TIED = (to: string): string => `coalesce((select sum(o.amount) from payouts o
    where o.account_id = p.account_id and o.source_escrow_id = p.escrow_id and o.status not in ('FAILED', 'CANCELLED')${to}), 0)`;

/** `p` is the payment, `e` its escrow. */
export const ROOM = `least(p.received - p.given_back - p.charged_back - ${TIED(" and o.source_payment_id = p.id")}, e.released - ${TIED("")})`;

/** What is left of the payment that is `given`; null where none is. */
export const SOURCE_LEFT = `(
    select greatest(0, ${ROOM}) from payments p
    join escrows e on e.account_id = p.account_id and e.id = p.escrow_id
    where p.account_id = given.account_id and p.escrow_id = given.escrow_id and p.id = given.payment_id and p.status = 'SUCCEEDED')`;
