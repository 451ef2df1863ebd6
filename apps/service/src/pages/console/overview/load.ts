import { type Cents, cents } from "../../../domain/money.js";
import { type Attention, type Badges, badgesOf, readAttention } from "../../../store/read/console/attention.js";
import { type AskedDays, type Days, type Figures, readDays } from "../../../store/read/days.js";
import { type EndpointRow, listEndpoints } from "../../../store/read/webhooks/endpoints.js";
import { closeDays } from "../../../store/write/days.js";
import type { ConsoleContext } from "../context.js";
import type { ConsoleServices } from "../services.js";
import { settle } from "../settled.js";
import type { Filled } from "./plots.js";
import { plus, type Span, sumWithin } from "./spans.js";

export type OverviewServices = Pick<ConsoleServices, "db" | "late" | "settleDue">;

export type Overview = {
  readonly span: Span;
  /** Of the span, and of what it is compared with. */
  readonly now: Figures;
  readonly before: Figures;
  readonly filled: readonly Filled[];
  readonly held: Cents;
  readonly attention: Attention;
  readonly endpoints: readonly EndpointRow[];
  /** Of the figures; see `LateReads`. */
  readonly ageSeconds: number | null;
};

/** The overview is null for an account without a single session. */
export async function loadOverview(
  context: ConsoleContext,
  span: Span,
  services: OverviewServices,
): Promise<{ readonly badges: Badges; readonly overview: Overview | null }> {
  const { db } = services;
  const { account } = context.member;
  await settle(context, services);
  const [attention, endpoints, figures] = await Promise.all([
    readAttention(db, { account, seller: context.seller.id }),
    listEndpoints({ query: db.read }, account),
    loadDays({ account, from: span.before.from }, services),
  ]);
  const badges = badgesOf(attention, endpoints.filter(isTroubled).length);
  if (!attention.hasBegun) return { badges, overview: null };
  const { before, days } = figures;
  const ever = days.reduce(plus, before);
  const overview = {
    span,
    now: sumWithin(days, span.days),
    before: sumWithin(days, span.before),
    filled: span.slots.map((slot) => ({ slot, figures: sumWithin(days, slot) })),
    held: cents(ever.paidIn - ever.released - ever.fees - ever.refunded),
    attention,
    endpoints,
    ageSeconds: figures.ageSeconds,
  };
  return { badges, overview };
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
