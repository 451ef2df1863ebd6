/**
 * What a line may be besides what it names: money that an operator booked by the bank's reference; or something near, for half of a reference
 * stands in it, or somebody waits for its very amount.
 */

/** The bank's own id of a line, as accounts show it and operators type it; of a line without one the digest that it is known by. */
export const bankReferenceOf = (lineId: string): string => `regexp_replace(${lineId}, '^bank:', '')`;

/** Ids of lines that a reference of the bank's may be. */
export const linesNamed = (bankReference: string): string => `(${bankReference}, 'bank:' || ${bankReference})`;

/** A receipt `c` that was booked by mistake and taken back. */
export const IS_REVERSED = `exists (
  select 1 from chargebacks v where v.provider = c.provider and v.their_id = c.reference || '#' || c.receipt)`;

/**
 * The text of a line in the letters of reference keys. It has to be written once for each line (`materialized`): the planner would else
 * write it anew for each payment that the line is held beside.
 */
export const plainText = (text: string): string =>
  `translate(regexp_replace(upper(${text}), '[^0-9A-Z]', '', 'g'), 'OIL', '011')`;

/** 'reference', 'amount' or null, of a line `l` and a payment `r`. @param plain the line's {@link plainText}. */
export const whyNear = (plain: string): string => `
  case when l.keys @> array[r.key] or strpos(${plain}, substr(r.key, 1, 8)) > 0 or strpos(${plain}, substr(r.key, 8)) > 0 then 'reference'
    when r.amount = l.amount then 'amount' end`;
