/**
 * How many prepared statements the service has at most. Names that stand in the sources count once; those that are put together, and
 * lists, whose texts follow from their filters, count as often as said here, by the expression that makes the name.
 */

/** Newest, older and newer, and the count. */
const PAGED = 4;
/** From, until, both or neither. */
const DAYS = 4;
/** Newest, older and newer, each at three lengths (a page, a part of a file, what a search shows), the oldest of a page, the count, and the sums. */
const OF_LENGTHS = 3 * 3 + 3;

export const SHAPES = {
  // Of moves, which have connections of their own to the server itself, and none of the service's.
  '`tally ${table.name}${asArrived ? " as arrived" : ""}`': 0,
  '`open ${name}${since === undefined ? "" : " since"}`': 0,
  "`fetch ${atOnce}`": 0,
  "`arrive ${name}`": 0,
  "`outdated ${table.name}`": 0,
  'isHeld ? "hold account" : "let account go"': 0,
  "`purge ${table.name}`": 0,
  "`purge ${table}`": 0,
  "`put ${trigger}`": 0,
  "`drop ${trigger}`": 0,
  // Of people who get another id, by the command line.
  "`renumber ${table} ${column}`": 0,
  // Of tables of columns (store/bulk.ts), forty-five at most: for many rows, and for one.
  "name + ONE": 2 * 45,
  // A refund with or without shares, parts and calls, each for one row or for many.
  '`${name} ${statements.map(form).join("")}`': 3 ** 4,
  "`authenticate ${form}, ${wanted}`": 6,
  "`find sealed otherwise ${at}`": 12,
  "`replace sealed ${at}`": 12,
  "`days of ${table}`": 2,
  "`audit ${at}`": 80,
  "`audit ${at} of what was written`": 40,
  '`find due ${account === null ? "everywhere" : "of account"}`': 2,
  "`find evidence as ${role}`": 3,
  // With none, and up to three.
  "`claim payment with ${files.length} files`": 4,
  // As each of the three reads it.
  "`find order of account as ${reader}`": 3,
  "`list messages before as ${reader}`": 3,
  // By both sides of three channels.
  "`insert message ${channel} ${author}`": 6,
  // The two that make the names of lists, which are counted below.
  '[listing.name, "count", ...marksOf(listing)].join(" ")': 0,
  '[listing.name, direction, ...marksOf(listing)].join(" ")': 0,
  '[name, "count", ...shape].join(" ")': 0,
  '[name, "totals", ...shape].join(" ")': 0,
  '[name, limit, direction, ...shape].join(" ")': 0,
  // Without a status, by one, or by one of seven groups; with a search or without. And those that were chosen; and a customer's, all or disputed.
  '"escrow lines"': 9 * 2 * DAYS * OF_LENGTHS + 3 * OF_LENGTHS,
  '"session lines"': 3 * 2 * DAYS * OF_LENGTHS + OF_LENGTHS,
  // From its beginning, and either way from a customer.
  '`list customers ${from?.direction ?? "first"}`': 3,
  '"list mails"': PAGED,
  '"list mails to"': PAGED,
  'account === null ? "list security events" : "list security events of account"': 2 * PAGED,
  // Class, method, key and path.
  '"list requests"': 2 ** 4 * DAYS * PAGED,
  '"list pending verifications"': PAGED,
  // Four kinds of search; without a standing, suspended, or another.
  "`list desk accounts ${kind}`": 4 * 3 * DAYS * PAGED,
  // Orders by eight readings of what was typed, sessions and payouts by two each.
  "`desk: find ${what} by ${by}`": 12,
  '"list decided chargebacks"': PAGED,
  // Operator, account and action.
  '"list operator actions"': 2 ** 3 * DAYS * PAGED,
  '"list wallet lines"': 2 * DAYS * PAGED,
  '"list payouts"': 2 * DAYS * PAGED,
  // Open, ended or all; of an account or of all; with a search or without.
  "`list disputes ${which}`": 3 * 2 * 2 * PAGED,
  // Status and order id.
  '"list escrows"': 2 ** 2 * PAGED,
  '"list orders"': PAGED,
  '"payment links"': PAGED,
  '"list sessions"': 2 ** 2 * PAGED,
  '"list refunds of escrow"': PAGED,
  // Of an account, or of all.
  '"list refund lines"': 2 * DAYS * PAGED,
  '"list failed deliveries"': PAGED,
  '"list event lines"': 2 * DAYS * PAGED,
  '"list events"': 2 * PAGED,
  // Each has one limit.
  "`forget provider notices, ${limit}`": 1,
  "`forget mails, ${limit}`": 1,
  "`forget rates, ${limit}`": 1,
  "`forget attempts, ${limit}`": 1,
  "`forget sessions, ${limit}`": 1,
  "`next search index step, ${atMost}`": 1,
  "`find events, ${limit}`": 1,
  "`desk: set identity ${column}`": 2,
};
