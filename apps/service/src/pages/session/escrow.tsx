/** How the money is held, and when the seller gets it. */
import type { JSX } from "preact";
import type { PlannedMilestone } from "../../domain/model.js";
import type { HostedSession } from "../../store/read/hosted-sessions.js";
import { clip, counted, duration, usd } from "../format.js";
import { Given } from "../given.js";
import { Icon } from "../icons.js";

const DESCRIPTION_LENGTH = 500;

export function Milestones({ session: { milestones } }: { session: HostedSession }): JSX.Element | null {
  if (milestones.length === 0) return null;
  return (
    <section aria-labelledby="parts">
      <h2 id="parts" class="text-lg font-semibold tracking-tight">
        Released to the seller in {counted(milestones.length, "part")}
      </h2>
      <p class="muted mt-0.5 text-sm">Each part is paid out when you have approved its delivery.</p>
      <ol class="panel mt-3 divide-y divide-base-300">
        {milestones.map((milestone, index) => (
          <Milestone milestone={milestone} place={index + 1} />
        ))}
      </ol>
    </section>
  );
}

function Milestone({ milestone, place }: { milestone: PlannedMilestone; place: number }): JSX.Element {
  return (
    <li class="flex gap-3.5 p-4 sm:px-5">
      <span
        aria-hidden="true"
        class="grid size-7 shrink-0 place-items-center rounded-full border border-base-300 bg-base-200 text-xs font-semibold tabular-nums"
      >
        {place}
      </span>
      <div class="min-w-0 flex-1 pt-0.5 text-sm">
        <p class="font-medium">
          <Given text={milestone.title} lines={5} />
        </p>
        {milestone.description.trim() === "" ? null : (
          <p class="muted mt-0.5">
            <Given text={clip(milestone.description, DESCRIPTION_LENGTH)} lines={5} />
          </p>
        )}
      </div>
      <span class="money max-w-1/2 shrink-0 pt-0.5 text-sm font-medium">{usd(milestone.amount)}</span>
    </li>
  );
}

const STEPS = [
  ["shield-check", "You pay into escrow", "Holdfast holds the money, not the seller."],
  ["package-check", "The seller delivers", "You check the order when it arrives."],
  ["hand-coins", "You release payment", "Or ask for a fix, or open a dispute."],
] as const;

export function Protection({ session }: { session: HostedSession }): JSX.Element {
  return (
    <section aria-labelledby="protection">
      <h2 id="protection" class="text-lg font-semibold tracking-tight">
        How escrow protects you
      </h2>
      <ol class="mt-3 grid gap-4 text-sm sm:grid-cols-3 sm:gap-3">
        {STEPS.map(([icon, title, text], index) => (
          <li class="flex gap-3.5 sm:panel sm:block sm:p-4">
            <span class="grid size-9 shrink-0 place-items-center rounded-lg bg-primary/10 text-primary">
              <Icon name={icon} />
            </span>
            <div class="sm:mt-3">
              <h3 class="font-semibold">
                {index + 1}. {title}
              </h3>
              <p class="muted mt-0.5">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <Clocks session={session} />
    </section>
  );
}

/** The timers that a merchant may have switched on: a buyer learns of them before paying. */
function Clocks({ session }: { session: HostedSession }): JSX.Element | null {
  const { reviewWindowSeconds, deliveryDeadlineSeconds } = session;
  const sentences = [
    ...(reviewWindowSeconds === null
      ? []
      : [
          `A delivery counts as approved when you say nothing for ${duration(reviewWindowSeconds)} after it is reported.`,
        ]),
    ...(deliveryDeadlineSeconds === null
      ? []
      : [
          `You get your money back when nothing is delivered within ${duration(deliveryDeadlineSeconds)} of your payment.`,
        ]),
  ];
  if (sentences.length === 0) return null;
  return (
    <div class="mt-4 text-sm">
      <h3 class="flex items-center gap-2 font-semibold">
        <Icon name="clock" class="size-4 text-primary" />
        Times that this order keeps
      </h3>
      <ul class="muted mt-1 list-disc space-y-1 pl-6">
        {sentences.map((sentence) => (
          <li>{sentence} A dispute stops the clock.</li>
        ))}
      </ul>
    </div>
  );
}
