/** What a line that names nothing may be all the same: half of a reference stands in it, or somebody waits for its very amount. */

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
