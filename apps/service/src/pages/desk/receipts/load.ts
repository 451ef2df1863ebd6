import type { Rail } from "../../../domain/rails.js";
import { referenceKey } from "../../../domain/rails.js";
import { readClock } from "../../../store/read/clock.js";
import {
  type ExpectedView,
  findByKey,
  listClaimed,
  listExpected,
  listOutgoing,
  type OutgoingView,
} from "../../../store/read/desk/rails.js";
import type { DeskServices } from "../load.js";

export type Receipts = {
  readonly rails: readonly Rail[];
  /** What was typed to find a payment by; "" for nothing. */
  readonly sought: string;
  readonly found: readonly ExpectedView[];
  readonly claimed: readonly ExpectedView[];
  readonly expected: readonly ExpectedView[];
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
  const [found, claimed, expected, outgoing, { now }] = await Promise.all([
    key === "" ? [] : findByKey(db, key),
    listClaimed(db),
    listExpected(db),
    listOutgoing(db),
    readClock(db),
  ]);
  return { rails: config.providers.manual?.rails ?? [], sought, found, claimed, expected, outgoing, now };
}
