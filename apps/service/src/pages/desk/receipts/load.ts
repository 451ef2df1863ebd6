import type { Rail } from "../../../domain/rails.js";
import { referenceKey } from "../../../domain/reference-key.js";
import { readClock } from "../../../store/read/clock.js";
import {
  type ExpectedView,
  findByKey,
  listClaimed,
  listExpected,
  listOutgoing,
  listUnmatched,
  type OutgoingView,
  type UnmatchedLine,
} from "../../../store/read/desk/rails.js";
import type { DeskServices } from "../load.js";

export type Receipts = {
  readonly rails: readonly Rail[];
  /** What was typed to find a payment by; "" for nothing. */
  readonly sought: string;
  readonly found: readonly ExpectedView[];
  readonly claimed: readonly ExpectedView[];
  readonly expected: readonly ExpectedView[];
  /** What came in by statements, and is nobody's yet. */
  readonly unmatched: readonly UnmatchedLine[];
  readonly outgoing: readonly OutgoingView[];
  /** Unix seconds. */
  readonly now: number;
};

/** Of what somebody types. */
const SOUGHT_MAX = 80;

export async function loadReceipts(
  typed: string | undefined,
  { db, config }: Pick<DeskServices, "db" | "config">,
): Promise<Receipts> {
  const sought = (typed ?? "").slice(0, SOUGHT_MAX);
  const key = referenceKey(sought);
  const [found, claimed, expected, unmatched, outgoing, { now }] = await Promise.all([
    key === "" ? [] : findByKey(db, key),
    listClaimed(db),
    listExpected(db),
    listUnmatched(db),
    listOutgoing(db),
    readClock(db),
  ]);
  const rails = config.providers.manual?.rails ?? [];
  return { rails, sought, found, claimed, expected, unmatched, outgoing, now };
}
