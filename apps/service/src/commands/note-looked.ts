/** What operators look at leaves a line in their log, as what they do: a search each time, and an order once an hour. */
import type { AccountId, EscrowId } from "../domain/ids.js";
import type { Operator } from "../domain/operators.js";
import type { Queryable } from "../platform/database.js";
import { insertOpened, insertSearch } from "../store/write/operators.js";

/** @param search.typed as the operator typed it. @param search.found how many things it found, in all cells. */
export const noteSearch = (
  db: Queryable,
  operator: Operator,
  search: { readonly typed: string; readonly found: number },
): Promise<void> => insertSearch(db, operator, search);

/** @param order.reference its TR- code. */
export const noteOpened = (
  db: Queryable,
  operator: Operator,
  order: { readonly account: AccountId; readonly escrow: EscrowId; readonly reference: string },
): Promise<void> => insertOpened(db, operator, order);
