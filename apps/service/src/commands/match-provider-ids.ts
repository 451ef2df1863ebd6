/** Whether what a provider tells of a payment is of the object that was made there when we ordered it. */
import type { Database } from "../platform/database.js";
import type { PaymentReport } from "../providers/port.js";
import { objectsOf } from "../providers/wrapper.js";

/** `early`: what was ordered has no id yet that we know. `other`: `named` is what it is said of, and `known` what was ordered. */
export type Match =
  | { readonly kind: "same" }
  | { readonly kind: "early" }
  | { readonly kind: "other"; readonly named: string; readonly known: string };

const SAME: Match = { kind: "same" };

/** What belongs to what was ordered, such as the intent of a session, is kept once it is told of: it never changes after. */
export async function matchProviderIds(
  db: Pick<Database, "query">,
  provider: string,
  { reference, theirs = {} }: Pick<PaymentReport, "reference" | "theirs">,
): Promise<Match> {
  const objects = objectsOf(db, provider);
  const { payment: named, ...others } = theirs;
  if (named === undefined) return SAME;
  const ordered = await objects.find("payment", reference);
  if (ordered === null || ordered.theirId === null) return { kind: "early" };
  if (ordered.theirId !== named) return { kind: "other", named: listed(theirs), known: ordered.theirId };
  for (const [kind, theirId] of Object.entries(others)) {
    const elsewhere = await objects.findTheirs(kind, theirId);
    if (elsewhere !== null && elsewhere.reference !== reference)
      return {
        kind: "other",
        named: listed(theirs),
        known: `${ordered.theirId}, for ${theirId} is of ${elsewhere.reference}`,
      };
    const kept = await objects.keepBesidePayment({ kind, reference, theirId });
    if (kept !== null && kept !== theirId)
      return { kind: "other", named: listed(theirs), known: `${ordered.theirId} (${kept})` };
  }
  return SAME;
}

const listed = ({ payment, ...others }: Readonly<Record<string, string>>): string =>
  [payment, ...Object.values(others).map((id) => `(${id})`)].join(" ");
