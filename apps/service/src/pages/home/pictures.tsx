/** What checkout, order page, console and the check of an endpoint look like: small, drawn with their own parts and words, in every look and language. */
import type { ComponentChildren, JSX } from "preact";
import { type FeeSchedule, feesFor } from "../../domain/fees.js";
import { type Cents, cents } from "../../domain/money.js";
import { SAMPLE_AMOUNT, SAMPLE_SELLER_NAME } from "../../domain/sample-order.js";
import { usd } from "../../words/format.js";
import { area } from "../../words/locale.js";
import { EscrowBadge } from "../kit/badges.js";
import { Icon, type IconName } from "../kit/icons.js";
import { useLocale, useWords } from "../kit/language.js";
import { kitWords } from "../kit/words.js";
import { homeWords } from "./words.js";

const reviewWords = area("checkout")("review");
const paymentWords = area("checkout")("payment");
const progressWords = area("orders")("progress");
const partWords = area("orders")("milestones");

/** Nothing in it can be pressed: who can't see it is told what it is. */
const Picture = ({ label, children }: { label: string; children: ComponentChildren }): JSX.Element => (
  <div role="img" aria-label={label} class="panel overflow-hidden text-sm shadow-xl">
    {children}
  </div>
);

const Row = ({ label, amount, class: classes = "" }: { label: string; amount: Cents; class?: string }): JSX.Element => (
  <p class={`flex justify-between gap-4 ${classes}`}>
    <span>{label}</span>
    <span class="money whitespace-nowrap">{usd(amount, useLocale())}</span>
  </p>
);

const Press = ({ children }: { children: ComponentChildren }): JSX.Element => (
  <p class="rounded-field bg-primary px-4 py-2.5 text-center font-semibold text-primary-content">{children}</p>
);

const METHODS = [
  ["card", "credit-card"],
  ["mobile_money", "smartphone"],
  ["bank", "landmark"],
] as const satisfies readonly (readonly ["card" | "mobile_money" | "bank", IconName])[];

/** With the fees that this deployment charges. */
export function CheckoutPicture({ fees }: { fees: FeeSchedule }): JSX.Element {
  const locale = useLocale();
  const [words, review, payment] = [homeWords(locale), reviewWords(locale), paymentWords(locale)];
  const fee = feesFor(SAMPLE_AMOUNT, fees);
  const total = cents(SAMPLE_AMOUNT + fee);
  return (
    <Picture label={words.picture}>
      <div class="flex items-center gap-3 border-b border-base-300 px-5 py-4">
        <span class="grid size-9 place-items-center rounded-lg bg-house/10 text-house">
          <Icon name="store" class="size-5" />
        </span>
        <span class="font-semibold">{SAMPLE_SELLER_NAME}</span>
      </div>
      <div class="space-y-2 px-5 pt-4">
        <p class="text-base font-semibold">{words.sampleTitle}</p>
        <Row label={review.amount} amount={SAMPLE_AMOUNT} class="muted" />
        <Row label={review.fees} amount={fee} class="muted" />
        <Row label={review.total} amount={total} class="border-t border-base-300 pt-2 text-base font-semibold" />
      </div>
      <div class="space-y-3 px-5 pt-4 pb-5">
        <p class="font-medium">{payment.choose}</p>
        <div class="divide-y divide-base-300 rounded-box border border-base-300">
          {METHODS.map(([method, icon], index) => (
            <p class="flex items-center gap-3 px-3 py-2.5">
              <span
                class={`size-4 rounded-full ${index === 0 ? "border-4 border-primary" : "border border-base-300"}`}
              />
              <Icon name={icon} class="size-4.5" />
              {payment[method]}
            </p>
          ))}
        </div>
        <Press>{payment.confirm({ amount: usd(total, locale) })}</Press>
        <p class="muted flex items-center justify-center gap-1.5 text-xs">
          <Icon name="lock" class="size-3.5" />
          {kitWords(locale).protectedBy}
        </p>
      </div>
    </Picture>
  );
}

const STEPS = ["paid", "shipped", "released"] as const;

export function OrderPicture(): JSX.Element {
  const locale = useLocale();
  const [progress, part] = [useWords(progressWords), useWords(partWords)];
  return (
    <Picture label={homeWords(locale).orderTitle}>
      <div class="space-y-4 p-5">
        <p class="font-semibold">{homeWords(locale).sampleTitle}</p>
        <p class="flex items-start justify-between gap-2">
          {STEPS.map((step, index) => (
            <span class="flex min-w-0 flex-1 flex-col items-center gap-1.5 text-center text-xs">
              <span
                class={`grid size-7 place-items-center rounded-full ${index < 2 ? "bg-success/10 text-success" : "border-2 border-primary text-primary"}`}
              >
                <Icon name={index < 2 ? "circle-check" : "hand-coins"} class="size-4" />
              </span>
              {progress[step]}
            </span>
          ))}
        </p>
        <Press>{part.approve({ amount: usd(SAMPLE_AMOUNT, locale) })}</Press>
        <p class="rounded-field border border-base-300 px-4 py-2 text-center font-medium">{part.requestRevision}</p>
      </div>
    </Picture>
  );
}

const ORDERS = [
  ["NW-10482", 24_990n, "COMPLETED"],
  ["NW-10481", 8_600n, "WORK_IN_PROGRESS"],
  ["NW-10479", 13_100n, "COMPLETED"],
  ["NW-10477", 5_450n, "DISPUTED"],
] as const;

export function ConsolePicture(): JSX.Element {
  const locale = useLocale();
  return (
    <Picture label={homeWords(locale).consoleTitle}>
      <div class="divide-y divide-base-300">
        {ORDERS.map(([reference, amount, status]) => (
          <p class="flex min-h-13 flex-wrap items-center justify-between gap-x-3 gap-y-1 px-4 py-2.5">
            <span class="font-mono text-xs">{reference}</span>
            <EscrowBadge status={status} />
            <span class="money ms-auto font-medium whitespace-nowrap">{usd(cents(amount), locale)}</span>
          </p>
        ))}
      </div>
    </Picture>
  );
}

const CHECKS = ["checkSignature", "checkRepeat", "checkOrder", "checkTime"] as const;

export function CheckPicture(): JSX.Element {
  const words = useWords(homeWords);
  return (
    <Picture label={words.checkTitle}>
      <div class="divide-y divide-base-300">
        {CHECKS.map((check, index) => (
          <p class="flex min-h-13 items-center gap-3 px-4 py-2.5">
            <Icon
              name={index < 3 ? "circle-check" : "circle-x"}
              class={`size-5 shrink-0 ${index < 3 ? "text-success" : "text-error"}`}
            />
            {words[check]}
          </p>
        ))}
      </div>
    </Picture>
  );
}
