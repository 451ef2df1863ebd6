import type { AccountId } from "../domain/ids.js";
import type { Queryable } from "../platform/database.js";
import { gather } from "../platform/gather.js";
import { findDue } from "../store/read/orders/due.js";
import { applyTime } from "./apply-time.js";
import type { Door } from "./execute.js";

const BATCH = 500;

/** Settles what is due of one account, or of all for null; resolves to how many subjects it touched. */
export type SettleDue = (account: AccountId | null) => Promise<number>;

/**
 * Writes what time has done, until nothing is due. Callers that come while one walk is under way share the next one, so a crowd of readers costs two.
 */
export function openSettling(db: Queryable, door: Door): SettleDue {
  return gather<AccountId | null, number>({
    run: async (accounts) => {
      const settled = new Map<AccountId | null, number>();
      for (const account of new Set(accounts)) settled.set(account, await settle(db, door, account));
      return accounts.map((account) => settled.get(account) ?? 0);
    },
    lanes: 1,
    batchMax: Number.POSITIVE_INFINITY,
  });
}

async function settle(db: Queryable, door: Door, account: AccountId | null): Promise<number> {
  let settled = 0;
  for (;;) {
    const due = await findDue(db, account, BATCH);
    await Promise.all(
      due.map((subject) =>
        "session" in subject
          ? applyTime(door, subject.account, { kind: "session", id: subject.session })
          : applyTime(door, subject.account, { kind: "escrow", id: subject.escrow }),
      ),
    );
    settled += due.length;
    if (due.length < BATCH) return settled;
  }
}
