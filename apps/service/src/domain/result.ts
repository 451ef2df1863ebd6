/** What came of something that may be refused: the value, or why not. A reason is one of a closed set. */
export type Result<Value, Reason> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly reason: Reason };

export type Refused<Reason> = Extract<Result<never, Reason>, { readonly ok: false }>;

export const ok = <Value>(value: Value): { readonly ok: true; readonly value: Value } => ({ ok: true, value });
export const refused = <const Reason>(reason: Reason): Refused<Reason> => ({ ok: false, reason });

/**
 * A change that is one statement with conditions of its own. The decision is asked first, so that a refusal has its reason;
 * the statement is the last to refuse, for another may have been faster: then the decision looks once more at what is there.
 *
 * @param write false when the statement changed nothing.
 * @returns refused with `stale` when the two still disagree.
 */
export async function decideThenWrite<Facts, Reason>(change: {
  readonly load: () => Promise<Facts | null>;
  readonly decide: (facts: Facts) => Result<null, Reason>;
  readonly write: () => Promise<boolean>;
}): Promise<Result<null, Reason | "not_found" | "stale">> {
  for (let look = 1; look <= 2; look += 1) {
    const facts = await change.load();
    if (facts === null) return refused("not_found");
    const decided = change.decide(facts);
    if (!decided.ok) return decided;
    if (await change.write()) return ok(null);
  }
  return refused("stale");
}
