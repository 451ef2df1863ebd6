/** How a link stands, and what it offers, as its seller reads it. */
import type { BodyOf } from "@holdfast/contract";
import type { JSX } from "preact";
import { type Cents, parseMoney } from "../../../domain/money.js";
import type { LinkStanding } from "../../../domain/payment-links.js";
import type { PaymentLink } from "../../../store/read/orders/payment-links.js";
import { grouped } from "../../../words/format.js";
import type { Locale } from "../../../words/locale.js";
import { Badge } from "../../kit/badge.js";
import type { StatusLook } from "../../kit/badges.js";
import { useWords } from "../../kit/language.js";
import { linkWords } from "./words.js";

const LOOKS = {
  OPEN: { tone: "good", icon: "circle-check" },
  OFF: { tone: "over", icon: "pause" },
  EXPIRED: { tone: "over", icon: "timer-off" },
  FULL: { tone: "waiting", icon: "hourglass" },
} as const satisfies Record<LinkStanding, StatusLook>;

export const LinkBadge = ({ standing }: { standing: LinkStanding }): JSX.Element => (
  <Badge {...LOOKS[standing]} text={useWords(linkWords)[`standing_${standing}`]} />
);

type Offer = BodyOf<"createSession">;

export function offerOf({ content }: PaymentLink): Omit<Offer, "amount"> & { readonly amount: Cents } {
  const offer = JSON.parse(content) as Offer;
  return { ...offer, amount: parseMoney(offer.amount) as Cents };
}

export const takenOf = ({ taken, ordersMax }: PaymentLink, locale: Locale): string =>
  ordersMax === null
    ? grouped(taken, locale)
    : linkWords(locale).takenOf({ taken: grouped(taken, locale), most: grouped(ordersMax, locale) });
