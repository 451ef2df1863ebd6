/** Accounts of which nothing is claimed, for they move to another cell (store/moving). */

/**
 * A condition on rows that are about to be chosen. Mostly no account is held: then it costs one look at an empty table for a
 * statement, and nothing for a row. A claim is kept from the row itself by a trigger; this one keeps its place for others.
 */
export const isFree = (account: string): string => `${account} <> all (array(select account_id from held_accounts))`;
