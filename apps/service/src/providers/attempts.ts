/**
 * How often something was asked for anew, since the time before ended without anything being paid. The number of the last attempt is
 * kept, and every process makes the same id of it: so asking twice does it once.
 */
import type { Objects } from "./port.js";

export type Named = { readonly kind: "refund" | "payout"; readonly reference: string };

/** The last, counted from 1. */
export async function attemptOf(objects: Objects, { kind, reference }: Named): Promise<number> {
  const kept = await objects.find(`${kind}_attempt`, reference);
  return Number(kept?.data["attempt"] ?? 1);
}

export const keepAttempt = (objects: Objects, { kind, reference }: Named, attempt: number): Promise<void> =>
  objects.keep({ kind: `${kind}_attempt`, reference, data: { attempt: String(attempt) } });
