import { type Cents, cents } from "../../../domain/money.js";
import { token } from "../../../platform/random.js";
import { type Attention, type Badges, badgesOf, readAttention } from "../../../store/read/console/attention.js";
import { readSetup, type Setup } from "../../../store/read/console/setup.js";
import { type AskedDays, type Days, type Figures, readDays } from "../../../store/read/days.js";
import { type EndpointRow, listEndpoints } from "../../../store/read/webhooks/endpoints.js";
import { closeDays } from "../../../store/write/days.js";
import type { ConsoleContext } from "../context.js";
import { FORM_NAME_LENGTH } from "../orders/new-session/form.js";
import type { ConsoleServices } from "../services.js";
import { settle } from "../settled.js";
import { type ConnectedServices, type ConnectedView, loadConnected } from "../wallet/connected/load.js";
import type { Filled } from "./plots.js";
import { plus, type Span, sumWithin } from "./spans.js";

export type OverviewServices = Pick<ConsoleServices, "db" | "late" | "settleDue"> & ConnectedServices;

export type Overview = {
  readonly span: Span;
  /** Of the span, and of what it is compared with. */
  readonly now: Figures;
  readonly before: Figures;
  readonly filled: readonly Filled[];
  readonly held: Cents;
  /** Whether no buyer has ever paid: then there are no figures. */
  readonly isUnpaid: boolean;
  readonly attention: Attention;
  readonly endpoints: readonly EndpointRow[];
  /** Of the figures; see `LateReads`. */
  readonly ageSeconds: number | null;
};

export type ShownSetup = Setup & {
  /** Names the form of the test order: sent twice, as by a double click, it makes one. */
  readonly form: string;
};

type Loaded = {
  readonly badges: Badges;
  readonly setup: ShownSetup | null;
  readonly overview: Overview | null;
  /** How the seller stands with the provider that holds their money; null where none does. */
  readonly connected: ConnectedView | null;
};

/** The overview is null for an account without a single session, the setup for one whose list is hidden. */
export async function loadOverview(context: ConsoleContext, span: Span, services: OverviewServices): Promise<Loaded> {
  const { db } = services;
  const { account } = context.member;
  await settle(context, services);
  const [attention, endpoints, figures, read, connected] = await Promise.all([
    readAttention(db, { account, seller: context.seller.id }),
    listEndpoints({ query: db.read }, account),
    loadDays({ account, from: span.before.from }, services),
    readSetup(db, account),
    loadConnected(context, services),
  ]);
  const setup = read.isHidden ? null : { ...read, form: token(FORM_NAME_LENGTH) };
  const badges = badgesOf(attention, endpoints.filter(isTroubled).length);
  if (!attention.hasBegun) return { badges, setup, overview: null, connected };
  const { before, days } = figures;
  const ever = days.reduce(plus, before);
  const overview = {
    span,
    now: sumWithin(days, span.days),
    before: sumWithin(days, span.before),
    filled: span.slots.map((slot) => ({ slot, figures: sumWithin(days, slot) })),
    held: cents(ever.paidIn - ever.released - ever.fees - ever.refunded + ever.refundedReleased),
    isUnpaid: ever.paidIn === 0n,
    attention,
    endpoints,
    ageSeconds: figures.ageSeconds,
  };
  return { badges, setup, overview, connected };
}

/** Whether it is told of among what needs attention, and counted in the menu. */
export const isTroubled = ({ status, consecutive_failures }: EndpointRow): boolean =>
  status === "DISABLED" || consecutive_failures > 0;

/** On a standby, but for the look that finds a day closed: it keeps it, which writes. */
async function loadDays(
  asked: AskedDays,
  { db, late }: Pick<OverviewServices, "db" | "late">,
): Promise<Days & Pick<Overview, "ageSeconds">> {
  const { ageSeconds, ...reads } = await late.open();
  const read = ageSeconds === null ? null : await readDays(reads, asked);
  return read === null || read.isDue ? { ...(await closeDays(db, asked)), ageSeconds: null } : { ...read, ageSeconds };
}
