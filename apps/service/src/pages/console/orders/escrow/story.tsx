/** All that has happened to an escrow in one line of time, as its seller reads it. */

import type { ComponentChildren } from "preact";
import { isEndedByMistake } from "../../../../domain/ended-by-bank.js";
import type { Entry } from "../../../../domain/model.js";
import { MISTAKEN } from "../../../../domain/rails.js";
import type { OrderEntry } from "../../../../store/read/orders/orders.js";
import { usd } from "../../../../words/format.js";
import type { Locale } from "../../../../words/locale.js";
import { usdWith } from "../../../../words/presented.js";
import { ESCROW_LOOKS } from "../../../kit/badges.js";
import { GivenName } from "../../../kit/given.js";
import type { IconName } from "../../../kit/icons.js";
import { Say } from "../../../kit/say.js";
import { statusWords } from "../../../kit/words.js";
import { storyWords } from "../words.js";
import type { EscrowStory } from "./load.js";

export type Happening = { readonly at: number; readonly icon: IconName; readonly text: ComponentChildren };

/** Oldest first. What happened in one second stands in the order in which it follows from each other. */
export function happeningsOf(story: EscrowStory, locale: Locale): readonly Happening[] {
  const { escrow, endedAt, sessionCreated } = story;
  const words = storyWords(locale);
  const statuses = statusWords(locale);
  const one = (at: number | null, icon: IconName, text: ComponentChildren): readonly Happening[] =>
    at === null ? [] : [{ at, icon, text }];
  const happenings: readonly Happening[] = [
    ...one(sessionCreated, "receipt-text", words.sessionCreated),
    ...one(escrow.created, "user-round", words.confirmed),
    ...arrivals(story, locale),
    ...one(escrow.fundedAt, "shield-check", words.funded),
    ...steps(story, words),
    ...releases(story, locale),
    ...story.refunds.map(
      ({ created: at, amount, back, reason }): Happening => ({
        at,
        icon: "undo",
        text: words.goesBack({ amount: usdWith(amount, back, locale), reason: statuses[`reason_${reason}`] }),
      }),
    ),
    ...story.chargebacks
      .filter(({ reason }) => reason === MISTAKEN)
      .map(
        ({ created: at, amount, disputed }): Happening => ({
          at,
          icon: "rotate-ccw",
          text: words.mistaken({ amount: usdWith(amount, disputed, locale) }),
        }),
      ),
    ...one(
      endedAt,
      ESCROW_LOOKS[escrow.status].icon,
      words.ended({ status: isEndedByMistake(story) ? statuses.mistaken : statuses[`escrow_${escrow.status}`] }),
    ),
  ];
  // Sorting is stable, so the order above holds within a second.
  return happenings.toSorted((a, b) => a.at - b.at);
}

const arrivals = ({ transfers }: EscrowStory, locale: Locale): readonly Happening[] => {
  const words = storyWords(locale);
  return transfers.flatMap(({ kind, presented, created: at, ...moved }): readonly Happening[] => {
    const amount = usdWith(moved.amount, presented, locale);
    if (kind === "payment") return [{ at, icon: "lock", text: words.arrived({ amount }) }];
    if (kind === "excess") return [{ at, icon: "lock", text: words.excess({ amount }) }];
    return [];
  });
};

const releases = ({ transfers }: EscrowStory, locale: Locale): readonly Happening[] =>
  transfers.flatMap(({ kind, amount, created: at }): readonly Happening[] =>
    kind === "release" || kind === "settlement"
      ? [{ at, icon: "wallet", text: storyWords(locale).released({ amount: usd(amount, locale) }) }]
      : [],
  );

/** How each step looks. */
const ICONS = {
  submit: "package-check",
  requestRevision: "message-square",
  approve: "circle-check",
  dispute: "triangle-alert",
  resume: "scale",
  release: "scale",
  settle: "scale",
  refund: "undo",
  statement: "message-square",
  offer: "handshake",
  withdrawOffer: "handshake",
  declineOffer: "handshake",
} as const satisfies Record<Entry["verb"], IconName>;

/** What is said about the dispute as a whole is not a step of a milestone. */
const ABOUT_DISPUTE: readonly Entry["verb"][] = ["statement", "offer", "withdrawOffer", "declineOffer"];

export const isStep = ({ verb }: Pick<Entry, "verb">): boolean => !ABOUT_DISPUTE.includes(verb);

/** "The buyer approved"; of what time did, that it was time. */
export function sentenceOf({ verb, actor }: Pick<OrderEntry, "verb" | "actor">, words: Words): string {
  return actor === "timer" && verb === "approve"
    ? words.timeApproved
    : words.step({ who: words[`who_${actor}`], did: words[`did_${verb}`] });
}

type Words = ReturnType<typeof storyWords>;

export const iconOf = ({ verb }: Pick<OrderEntry, "verb">): IconName => ICONS[verb];

/** Whether all that was taken out of the order had been booked by mistake: no bank has a say in it. */
export const isMistaken = ({ chargebacks }: Pick<EscrowStory, "chargebacks">): boolean =>
  chargebacks.length > 0 && chargebacks.every(({ reason }) => reason === MISTAKEN);

/** The history, without what a bank is said to have done: what was booked by mistake has a section of its own. */
export const stepsOf = (story: EscrowStory): readonly OrderEntry[] =>
  isMistaken(story) ? story.entries.filter(({ actor }) => actor !== "bank") : story.entries;

function steps(story: EscrowStory, words: Words): readonly Happening[] {
  const { escrow } = story;
  const titles = new Map(escrow.milestones.map(({ id, title }) => [id, title]));
  return stepsOf(story).map((entry): Happening => {
    const step = sentenceOf(entry, words);
    const name = <GivenName text={titles.get(entry.milestone) ?? ""} />;
    const text = isStep(entry) ? <Say text={words.stepWith} step={step} name={name} /> : `${step}.`;
    return { at: entry.created, icon: iconOf(entry), text };
  });
}
