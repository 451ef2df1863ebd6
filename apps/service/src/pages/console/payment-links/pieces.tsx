/** How a link stands, and what it offers, as its seller reads it. */
import type { BodyOf } from "@holdfast/contract";
import type { JSX } from "preact";
import { type Cents, parseMoney } from "../../../domain/money.js";
import type { LinkStanding } from "../../../domain/payment-links.js";
import type { PaymentLink } from "../../../store/read/orders/payment-links.js";
import { grouped } from "../../../words/format.js";
import { Badge } from "../../kit/badge.js";
import type { StatusLook } from "../../kit/badges.js";

const LOOKS = {
  OPEN: { tone: "good", icon: "circle-check", text: "Open" },
  OFF: { tone: "over", icon: "pause", text: "Switched off" },
  EXPIRED: { tone: "over", icon: "timer-off", text: "Expired" },
  FULL: { tone: "waiting", icon: "hourglass", text: "All places taken" },
} as const satisfies Record<LinkStanding, StatusLook & { readonly text: string }>;

export const LinkBadge = ({ standing }: { standing: LinkStanding }): JSX.Element => <Badge {...LOOKS[standing]} />;

type Offer = BodyOf<"createSession">;

export function offerOf({ content }: PaymentLink): Omit<Offer, "amount"> & { readonly amount: Cents } {
  const offer = JSON.parse(content) as Offer;
  return { ...offer, amount: parseMoney(offer.amount) as Cents };
}

export const takenOf = ({ taken, ordersMax }: PaymentLink): string =>
  ordersMax === null ? grouped(taken, "en") : `${grouped(taken, "en")} of ${grouped(ordersMax, "en")}`;
