/** The steps of an order at the top of its page. Colours and drawings only repeat what the words say. */
import type { JSX } from "preact";
import type { Locale } from "../../../words/locale.js";
import { Icon } from "../../kit/icons.js";
import { ShortDay } from "../../kit/times.js";
import type { OrderView } from "../load.js";
import { progressOf, type Step } from "./progress.js";
import { progressWords } from "./words.js";

// Colours of meaning, whatever the seller's is.
const DOTS = {
  done: "border-success bg-success text-success-content",
  now: "border-success bg-base-100 text-success ring-4 ring-success/15",
  waiting: "border-success bg-base-100 text-success",
  next: "border-base-300 bg-base-100 text-base-content/60",
  bad: "border-error bg-error text-error-content",
  stopped: "border-base-content/40 bg-base-200 text-base-content",
} as const satisfies Record<Step["state"], string>;

/** More of them take smaller letters there, for words not to be broken. */
const STEPS_OF_A_PHONE = 5;

const isWaitedFor = ({ state }: Step): boolean => state === "waiting";
const isReached = ({ state }: Step): boolean => state !== "next";

export function Tracker({ order, locale }: { order: OrderView; locale: Locale }): JSX.Element {
  const words = progressWords(locale);
  const steps = progressOf(order);
  const current = steps.find(({ state }) => state === "now" || state === "bad") ?? steps.find(isWaitedFor);
  return (
    <ol aria-label={words.title} class="panel flex px-1 py-4 sm:px-4">
      {steps.map((step, at) => (
        <li
          class="relative flex min-w-0 flex-1 flex-col items-center px-0.5 text-center"
          aria-current={step === current ? "step" : undefined}
        >
          {at === 0 ? null : (
            <span
              aria-hidden="true"
              class={`absolute end-1/2 top-4 h-0.5 w-full ${isReached(step) ? "bg-success" : "bg-base-300"}`}
            />
          )}
          <span class={`relative z-10 grid size-8 place-items-center rounded-full border-2 ${DOTS[step.state]}`}>
            <Icon name={step.icon} class="size-4" />
          </span>
          <span
            class={`mt-1.5 w-full leading-tight font-medium hyphens-auto [overflow-wrap:anywhere] sm:text-sm ${
              steps.length > STEPS_OF_A_PHONE ? "text-[0.625rem]" : "text-xs"
            }`}
          >
            {words[step.name]}
            <span class="sr-only"> – {words[`state_${step.state}`]}</span>
          </span>
          <Detail step={step} order={order} locale={locale} />
        </li>
      ))}
    </ol>
  );
}

/** When it was done; or of how many parts it is. */
function Detail({ step, order, locale }: { step: Step; order: OrderView; locale: Locale }): JSX.Element | null {
  const all = order.escrow.milestones.length;
  if (step.at !== null) {
    return <ShortDay at={step.at} locale={locale} class="muted text-[0.6875rem] sm:text-xs" />;
  }
  if (all === 1 || step.parts === null || step.parts === 0) return null;
  return (
    <span class="muted text-[0.6875rem] sm:text-xs">{progressWords(locale).parts({ done: step.parts, all })}</span>
  );
}
