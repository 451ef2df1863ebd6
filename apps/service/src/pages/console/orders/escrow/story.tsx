/** All that has happened to an escrow in one line of time, as its seller reads it. */
import type { ComponentChildren } from "preact";
import type { Entry } from "../../../../domain/model.js";
import type { OrderEntry } from "../../../../store/read/orders/orders.js";
import { usd } from "../../../../words/format.js";
import { ESCROW_LOOKS } from "../../../kit/badges.js";
import { GivenName } from "../../../kit/given.js";
import type { IconName } from "../../../kit/icons.js";
import { statusWords } from "../../../kit/words.js";
import type { EscrowStory } from "./load.js";

export type Happening = { readonly at: number; readonly icon: IconName; readonly text: ComponentChildren };

/** Oldest first. What happened in one second stands in the order in which it follows from each other. */
export function happeningsOf(story: EscrowStory): readonly Happening[] {
  const { escrow, endedAt, sessionCreated } = story;
  const one = (at: number | null, icon: IconName, text: ComponentChildren): readonly Happening[] =>
    at === null ? [] : [{ at, icon, text }];
  const happenings: readonly Happening[] = [
    ...one(sessionCreated, "receipt-text", "Session created."),
    ...one(escrow.created, "user-round", "Order confirmed by the buyer."),
    ...arrivals(story),
    ...one(escrow.fundedAt, "shield-check", "Paid in full and held in escrow."),
    ...steps(story),
    ...releases(story),
    ...story.refunds.map(
      ({ created: at, amount, reason }): Happening => ({
        at,
        icon: "undo",
        text: `${usd(amount, "en")} goes back to the buyer. ${statusWords("en")[`reason_${reason}`]}.`,
      }),
    ),
    ...one(
      endedAt,
      ESCROW_LOOKS[escrow.status].icon,
      `The order ended: ${statusWords("en")[`escrow_${escrow.status}`]}.`,
    ),
  ];
  // Sorting is stable, so the order above holds within a second.
  return happenings.toSorted((a, b) => a.at - b.at);
}

const arrivals = ({ transfers }: EscrowStory): readonly Happening[] =>
  transfers.flatMap(({ kind, amount, created: at }): readonly Happening[] => {
    if (kind === "payment") return [{ at, icon: "lock", text: `${usd(amount, "en")} arrived from the buyer.` }];
    if (kind === "excess") return [{ at, icon: "lock", text: `${usd(amount, "en")} arrived on top of the total.` }];
    return [];
  });

const releases = ({ transfers }: EscrowStory): readonly Happening[] =>
  transfers.flatMap(({ kind, amount, created: at }): readonly Happening[] =>
    kind === "release" || kind === "settlement"
      ? [{ at, icon: "wallet", text: `${usd(amount, "en")} was released to your wallet.` }]
      : [],
  );

const WHO = {
  buyer: "The buyer",
  merchant: "You",
  operator: "Holdfast",
  timer: "Time",
  bank: "The payer’s bank",
} as const satisfies Record<Entry["actor"], string>;

/** How each step looks, and what its actor did, with the milestone's name behind it. */
const STEPS = {
  submit: ["package-check", "submitted"],
  requestRevision: ["message-square", "requested changes to"],
  approve: ["circle-check", "approved"],
  dispute: ["triangle-alert", "disputed"],
  resume: ["scale", "ended the dispute, and work continues on"],
  release: ["scale", "ended the dispute for you, and released"],
  settle: ["scale", "settled"],
  statement: ["message-square", "wrote in the dispute"],
  offer: ["handshake", "offered a split in the dispute"],
  withdrawOffer: ["handshake", "withdrew the offer"],
  declineOffer: ["handshake", "declined the offer"],
} as const satisfies Record<Entry["verb"], readonly [IconName, string]>;

/** What is said about the dispute as a whole is not a step of a milestone. */
const ABOUT_DISPUTE: readonly Entry["verb"][] = ["statement", "offer", "withdrawOffer", "declineOffer"];

export const isStep = ({ verb }: Pick<Entry, "verb">): boolean => !ABOUT_DISPUTE.includes(verb);

/** "The buyer approved"; of what time did, that it was time. */
export function sentenceOf({ verb, actor }: Pick<OrderEntry, "verb" | "actor">): string {
  return actor === "timer" && verb === "approve"
    ? "The review window ended, which approved"
    : `${WHO[actor]} ${STEPS[verb][1]}`;
}

export const iconOf = ({ verb }: Pick<OrderEntry, "verb">): IconName => STEPS[verb][0];

function steps({ entries, escrow }: EscrowStory): readonly Happening[] {
  const titles = new Map(escrow.milestones.map(({ id, title }) => [id, title]));
  return entries.map(
    (entry): Happening => ({
      at: entry.created,
      icon: iconOf(entry),
      text: (
        <>
          {sentenceOf(entry)}
          {isStep(entry) ? " " : "."}
          {isStep(entry) ? <GivenName text={titles.get(entry.milestone) ?? ""} /> : null}
        </>
      ),
    }),
  );
}
