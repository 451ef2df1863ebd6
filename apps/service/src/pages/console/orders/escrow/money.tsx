/** What was paid into an escrow and what went back, each with where it stands. */
import type { JSX } from "preact";
import { CHARGEBACK_SOURCES, type Chargeback } from "../../../../domain/chargebacks.js";
import { type Cents, ZERO } from "../../../../domain/money.js";
import { MISTAKEN } from "../../../../domain/rails.js";
import { receiptWords } from "../../../../papers/words.js";
import type { ListedChargeback } from "../../../../store/read/money/chargebacks.js";
import { askedOf, type PaymentView, type RefundView, receivedOf } from "../../../../store/read/money/payments.js";
import { usd } from "../../../../words/format.js";
import type { Locale } from "../../../../words/locale.js";
import { minusMoneys, paidLine, usdWith } from "../../../../words/presented.js";
import { ChargebackBadge, PaymentBadge, RefundBadge } from "../../../kit/badges.js";
import { useLocale } from "../../../kit/language.js";
import { BelowAmount, MoneyCell } from "../../../kit/money-cell.js";
import { Day, ShortTime } from "../../../kit/times.js";
import { Cell, Facts, Section } from "../../../kit/ui.js";
import { statusWords } from "../../../kit/words.js";
import { moneyWords, orderWords } from "../words.js";
import type { EscrowStory } from "./load.js";

/** What was booked by mistake, what the payer's bank disputes, and what either took. Nothing where nothing did. */
export function Chargebacks({ story: { chargebacks } }: { story: EscrowStory }): JSX.Element {
  const words = moneyWords(useLocale());
  const mistakes = chargebacks.filter(isMistake);
  const disputed = chargebacks.filter((one) => !isMistake(one));
  return (
    <>
      <Taken all={mistakes} title={words.mistakes({ count: mistakes.length })} lead={words.mistakesLead} />
      <Taken all={disputed} title={words.chargebacks({ count: disputed.length })} lead={words.chargebacksLead} />
    </>
  );
}

const isMistake = ({ reason }: Chargeback): boolean => reason === MISTAKEN;

function Taken({
  all,
  title,
  lead,
}: {
  all: readonly ListedChargeback[];
  title: string;
  lead: string;
}): JSX.Element | null {
  const locale = useLocale();
  if (all.length === 0) return null;
  return (
    <Section title={title} lead={lead}>
      <ul class="space-y-5">
        {all.map((one) => (
          <li>
            <p class="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1">
              {/* Whether a bank has decided: it has no say in a mistake. */}
              {isMistake(one) ? null : <ChargebackBadge status={one.status} />}
              <span class="text-sm font-medium tabular-nums">{usdWith(one.amount, one.disputed, locale)}</span>
              <span class="muted text-xs">
                <Day at={one.created} locale={locale} />
              </span>
            </p>
            <Facts rows={tookFrom(one, locale)} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function tookFrom(
  { status, taken, from, fee, feeOwed }: Chargeback,
  locale: Locale,
): readonly (readonly [string, string])[] {
  const words = moneyWords(locale);
  const say = (amount: Cents): string => usd(amount, locale);
  const took = CHARGEBACK_SOURCES.flatMap((source) =>
    from[source] === ZERO ? [] : [[words[`took_${source}`], say(from[source])] as const],
  );
  const back = taken > ZERO && status === "WON" ? [[words.givenBack, say(taken)] as const] : [];
  const none = taken === ZERO ? [[words.taken, words.nothing] as const] : [];
  const fees =
    fee === ZERO ? [] : [[words.fee, feeOwed === ZERO ? say(fee) : words.owedStill({ amount: say(fee) })] as const];
  return [...none, ...took, ...back, ...fees];
}

export function Payments({
  story: { payments, refunds },
  path,
}: {
  story: EscrowStory;
  /** Of the order's page. */
  path: string;
}): JSX.Element | null {
  const locale = useLocale();
  const words = moneyWords(locale);
  if (payments.length + refunds.length === 0) return null;
  return (
    <Section title={words.title}>
      <div class="-mx-4 overflow-x-auto" tabIndex={0} role="group" aria-label={words.title}>
        <table class="w-full text-start text-sm">
          <thead>
            <tr class="border-b border-base-300">
              {(["what", "status", "amount", "when"] as const).map((name) => (
                <th
                  scope="col"
                  class={`px-4 py-2 font-medium ${name === "amount" ? "text-end" : "text-start"} ${name === "when" || name === "status" ? "max-sm:hidden" : ""}`}
                >
                  {name === "status" ? orderWords(locale).status : words[name]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody class="divide-y divide-base-300">
            {payments.map((payment) => (
              <PaymentRow payment={payment} />
            ))}
            {refunds.map((refund) => (
              <RefundRow refund={refund} path={path} />
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

function PaymentRow({ payment }: { payment: PaymentView }): JSX.Element {
  const { method, status, failure, asked, received, created, instructions } = payment;
  const locale = useLocale();
  const words = moneyWords(locale);
  const statuses = statusWords(locale);
  const isPaid = status === "SUCCEEDED";
  const standing = (
    <>
      <PaymentBadge status={status} />
      {failure === null ? null : <p class="muted mt-1 text-xs">{statuses[`failure_${failure}`]}</p>}
      {isPaid && received !== asked ? (
        <p class="muted mt-1 text-xs">{words.askedFor({ amount: usd(asked, locale) })}</p>
      ) : null}
    </>
  );
  return (
    <tr>
      <Cell>
        {statuses[`method_${method}`]}
        <Small at={created} standing={standing} />
        {method === "card" && status === "SUCCEEDED" && instructions?.playPath !== undefined ? (
          <p class="mt-1 text-xs">
            <a class="link link-primary" href={instructions.playPath} target="_blank" rel="noopener">
              {words.playBank}
            </a>
          </p>
        ) : null}
      </Cell>
      <Cell class="min-w-36 max-sm:hidden">{standing}</Cell>
      <MoneyCell
        amount={isPaid ? received : asked}
        below={paidLine(payment, isPaid ? receivedOf(payment) : askedOf(payment), locale)}
      />
      <Cell class="max-sm:hidden">
        <ShortTime at={created} />
      </Cell>
    </tr>
  );
}

function RefundRow({
  refund: { amount, back, reason, status, created, asked },
  path,
}: {
  refund: RefundView;
  path: string;
}): JSX.Element {
  const locale = useLocale();
  const standing = (
    <>
      <RefundBadge status={status} />
      <p class="muted mt-1 text-xs">{statusWords(locale)[`reason_${reason}`]}</p>
    </>
  );
  return (
    <tr>
      <Cell>
        {moneyWords(locale).refund}
        {asked === null ? null : (
          <p class="mt-1 text-xs">
            <a class="link link-primary" href={`${path}/credit-notes/${asked.number}`} download>
              {receiptWords(locale).creditNote} {asked.number}
            </a>
          </p>
        )}
        <Small at={created} standing={standing} />
      </Cell>
      <Cell class="min-w-36 max-sm:hidden">{standing}</Cell>
      <td class="px-4 py-3 text-end align-top font-medium whitespace-nowrap tabular-nums">
        −{usd(amount, locale)}
        {back === null ? null : <BelowAmount text={minusMoneys(back, locale)} />}
      </td>
      <Cell class="max-sm:hidden">
        <ShortTime at={created} />
      </Cell>
    </tr>
  );
}

/** On a small screen, which has no columns for the status and the moment. */
const Small = ({ at, standing }: { at: number; standing: JSX.Element }): JSX.Element => (
  <div class="sm:hidden">
    <p class="muted mb-1 text-xs">
      <Day at={at} locale={useLocale()} />
    </p>
    {standing}
  </div>
);
