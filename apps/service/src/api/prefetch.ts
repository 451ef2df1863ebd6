/**
 * Reads and creations that leave with the check of their key, right behind it: one round trip, not two.
 *
 * What is kept of a key is what its last check found. For a read that is whose it was; the check of the request at hand decides whether
 * anything is answered. A creation is drafted from it, and written only if the check finds the same again, to the last field (at-once.ts).
 * A key that didn't pass is forgotten: requests that come after its refusal are checked before they read or draft anything.
 */
import type { OperationId } from "@holdfast/contract";
import type { PresentedKey } from "../identity/api-key.js";
import type { Behind, Principal, Standing, Verdict } from "../identity/authenticate.js";
import type { InOrder } from "../platform/database.js";
import { type Answer, READS, type Read, type Reader } from "./context.js";
import type { Postponed } from "./immediate.js";

/** An answer that is under way once the check is, and for whom it would be right. */
export type Prefetched = { readonly owner: Owner; readonly answer: Promise<Answer>; readonly behind: Behind };

type Owner = Pick<Principal, "account" | "sellerCode" | "hostedDomain">;

/** Half a kilobyte each. When there are more, all are forgotten, and each has to pass once. */
const KEPT_MAX = 10_000;

export function openPrefetch() {
  /** By the hash of the whole key: only who has presented its secret is known. */
  const owners = new Map<string, Owner & { readonly standing: Standing | null }>();
  const nameOf = ({ hash }: PresentedKey): string => hash.toString("latin1");
  return {
    /** To read for the account that the key belonged to. Null when it isn't known, or the operation does more than read. */
    begin(
      id: OperationId,
      presented: PresentedKey | null,
      answer: (id: Read, reader: Reader, order: InOrder) => Promise<Answer>,
    ): Prefetched | null {
      if (presented === null || !isRead(id)) return null;
      const owner = owners.get(nameOf(presented));
      if (owner === undefined) return null;
      const { promise, resolve } = Promise.withResolvers<Answer>();
      promise.catch(() => undefined); // where the check refuses the request, nobody waits for it
      // As if nothing were due. Where something is, the check says so, for it looked first; then the answer is not used.
      const reader = { ...owner, hasDue: false, now: Number.NEGATIVE_INFINITY };
      return { owner, answer: promise, behind: (order) => resolve(answer(id, reader, order)) };
    },
    /** What the check of a request has told of its key. */
    learn(presented: PresentedKey | null, verdict: Verdict): void {
      if (presented === null) return;
      const name = nameOf(presented);
      if (verdict.kind !== "authenticated") return void owners.delete(name);
      const { account, sellerCode, hostedDomain } = verdict.principal;
      if (owners.size >= KEPT_MAX && !owners.has(name)) owners.clear();
      owners.set(name, {
        account,
        sellerCode,
        hostedDomain,
        standing: verdict.standing ?? owners.get(name)?.standing ?? null,
      });
    },
    /** What the last check of a key for a creation has found; null for a key that isn't known, or has created nothing. */
    lastFound(presented: PresentedKey | null): Postponed | null {
      const standing = presented === null ? null : (owners.get(nameOf(presented))?.standing ?? null);
      return presented === null || standing === null ? null : { presented, standing };
    },
  };
}

/** The answer that is under way, if it is that of this principal and of this moment. */
export function answerPrefetched(
  ahead: Prefetched | null,
  { account, sellerCode, hostedDomain, hasDue }: Principal,
): Promise<Answer> | null {
  if (ahead === null || hasDue) return null;
  const { owner } = ahead;
  const isRight = owner.account === account && owner.sellerCode === sellerCode && owner.hostedDomain === hostedDomain;
  return isRight ? ahead.answer : null;
}

const isRead = (id: OperationId): id is Read => (READS as readonly OperationId[]).includes(id);
