/** What an order is made of and what was paid for it, beside a dispute as on the order's own page. */
import type { JSX } from "preact";
import type { Escrow } from "../../../domain/model.js";
import { add, ZERO } from "../../../domain/money.js";
import type { Presented } from "../../../domain/presented.js";
import { askedOf, receivedOf } from "../../../store/read/money/payments.js";
import { sumOf } from "../../../store/read/orders/lines.js";
import type { Order } from "../../../store/read/orders/orders.js";
import { money, usd } from "../../../words/format.js";
import { minusMoneys, moneys, termsLine } from "../../../words/presented.js";
import { ChargebackBadge, MilestoneBadge, PaymentBadge, RefundBadge } from "../../kit/badges.js";
import { Given } from "../../kit/given.js";
import { RestLine } from "../../kit/rest-line.js";
import { Day, Time } from "../../kit/times.js";
import { Section } from "../../kit/ui.js";
import { statusWords } from "../../kit/words.js";
import { chargebackPath } from "../links.js";
import { FullId } from "../parts.js";
import { providerName, reasonName } from "../words.js";
import type { OrderWithMoney } from "./load.js";

/** Of an order that is one thing nothing is listed: its title says it. */
export function Items({ order: { lines, escrow } }: { order: Order }): JSX.Element | null {
  if (lines.length === 0) return null;
  return (
    <Section title="Items">
      <ul class="divide-y divide-base-300 text-sm">
        {lines.map((line) => (
          <li class="flex justify-between gap-4 py-2 first:pt-0 last:pb-0">
            <div class="min-w-0">
              <Given text={line.name} lines={2} />
              <p class="muted text-xs [overflow-wrap:anywhere]">
                {line.quantity} × {usd(line.unitAmount, "en")}
                {line.sku === "" ? null : (
                  <>
                    {" · "}
                    <bdi>{line.sku}</bdi>
                  </>
                )}
              </p>
            </div>
            <p class="money shrink-0 font-medium">{usd(sumOf(line), "en")}</p>
          </li>
        ))}
      </ul>
      <RestLine lines={lines} amount={escrow.amount} locale="en" class="mt-2 border-t border-base-300 pt-2" />
      <p class="mt-2 flex justify-between gap-4 border-t border-base-300 pt-2 text-sm">
        <span class="muted">With {usd(escrow.fees, "en")} in fees</span>
        <span class="money font-medium">{usd(add(escrow.amount, escrow.fees), "en")}</span>
      </p>
    </Section>
  );
}

/** Nothing where the order is one part. */
export function Milestones({ order: { escrow } }: { order: Order }): JSX.Element | null {
  if (escrow.milestones.length === 1) return null;
  return (
    <Section title="Parts">
      <ul class="space-y-3 text-sm">
        {escrow.milestones.map(({ title, amount, status }) => (
          <li>
            <span class="flex flex-wrap items-baseline justify-between gap-x-3">
              <Given text={title} lines={2} />
              <span class="font-medium tabular-nums">{usd(amount, "en")}</span>
            </span>
            <MilestoneBadge status={status} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** What came from the buyer, what goes back, and what the payer's bank disputes of it. */
export function Payments({
  order: { escrow, payments, refunds, chargebacks },
}: {
  order: OrderWithMoney;
}): JSX.Element {
  return (
    <Section title="Payments">
      {payments.length + refunds.length === 0 ? <p class="muted text-sm">None yet.</p> : null}
      <ul class="space-y-4 text-sm">
        {payments.map((payment) => (
          <Payment payment={payment} />
        ))}
        {refunds.map((refund) => (
          <Refund refund={refund} escrow={escrow} />
        ))}
        {chargebacks.map(({ id, amount, disputed, reason, status, created }) => (
          <li>
            <Head
              label={
                <a class="link link-primary" href={chargebackPath(id)}>
                  Chargeback
                </a>
              }
              amount={usd(amount, "en")}
              there={disputed === null ? null : moneys(disputed, "en")}
            />
            <ChargebackBadge status={status} />
            <p class="muted mt-1 text-xs">
              {reasonName(reason)} · <Day at={created} locale="en" />
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** @param there the amount at the provider, where that is in another currency. */
const Head = ({
  label,
  amount,
  there,
}: {
  label: JSX.Element | string;
  amount: string;
  there: string | null;
}): JSX.Element => (
  <>
    <p class={`flex flex-wrap items-baseline justify-between gap-x-3 ${there === null ? "mb-1" : ""}`}>
      <span class="font-medium">{label}</span>
      <span class="font-medium tabular-nums">{amount}</span>
    </p>
    {there === null ? null : <p class="muted mb-1 text-end text-xs tabular-nums">{there}</p>}
  </>
);

function Refund({
  refund: { amount, back, reason, status, created, asked },
  escrow,
}: {
  refund: OrderWithMoney["refunds"][number];
  escrow: Escrow;
}): JSX.Element {
  return (
    <li>
      <Head label="Refund" amount={`−${usd(amount, "en")}`} there={back === null ? null : minusMoneys(back, "en")} />
      <RefundBadge status={status} />
      <p class="muted mt-1 text-xs">
        {statusWords("en")[`reason_${reason}`]} · <Day at={created} locale="en" />
      </p>
      {asked === null ? null : <AskedFor asked={asked} escrow={escrow} />}
    </li>
  );
}

/** Who asked for it, for what, and where it came from besides what was held. */
function AskedFor({
  asked: { number, actor, milestone, externalReference, fees, wallet, owed },
  escrow,
}: {
  asked: NonNullable<OrderWithMoney["refunds"][number]["asked"]>;
  escrow: Escrow;
}): JSX.Element {
  const part = escrow.milestones.length === 1 ? undefined : escrow.milestones.find(({ id }) => id === milestone);
  const of = [
    [fees, "in fees"],
    [wallet, "out of the seller’s wallet"],
    [owed, "on the seller’s credit"],
  ] as const;
  const shown = of.filter(([amount]) => amount > ZERO).map(([amount, what]) => `${usd(amount, "en")} ${what}`);
  return (
    <>
      {part === undefined ? null : (
        <p class="muted mt-1 text-xs">
          <Given text={part.title} lines={2} />
        </p>
      )}
      {shown.length === 0 ? null : <p class="muted mt-1 text-xs">{shown.join(", ")}</p>}
      <p class="muted mt-1 text-xs">
        {actor === "operator" ? "By an operator" : "By the seller"} · <FullId>{number}</FullId>
      </p>
      {externalReference === "" ? null : (
        <p class="muted text-xs">
          <FullId>{externalReference}</FullId>
        </p>
      )}
    </>
  );
}

/** At which rate, and until when that was promised. */
function Terms({ presented, isPaid }: { presented: Presented; isPaid: boolean }): JSX.Element {
  const { asked, received, currency, source, until } = presented;
  return (
    <>
      {isPaid && received !== asked ? (
        <p class="muted mt-1 text-xs">{money(asked, currency, "en")} was asked for</p>
      ) : null}
      <p class="muted mt-1 text-xs">
        {termsLine(presented)} · {source} · promised until <Time at={until} />
      </p>
    </>
  );
}

function Payment({ payment }: { payment: OrderWithMoney["payments"][number] }): JSX.Element {
  const { method, provider, reference, theirIds, status, failure, asked, received, presented, created } = payment;
  const statuses = statusWords("en");
  const isPaid = status === "SUCCEEDED";
  const there = isPaid ? receivedOf(payment) : askedOf(payment);
  return (
    <li>
      <Head
        label={statuses[`method_${method}`]}
        amount={usd(isPaid ? received : asked, "en")}
        there={presented === null ? null : money(there.amount, there.currency, "en")}
      />
      <PaymentBadge status={status} />
      {failure === null ? null : <p class="muted mt-1 text-xs">{statuses[`failure_${failure}`]}</p>}
      {isPaid && received !== asked ? <p class="muted mt-1 text-xs">{usd(asked, "en")} was asked for</p> : null}
      {presented === null ? null : <Terms presented={presented} isPaid={isPaid} />}
      <p class="muted mt-1 text-xs">
        {providerName(provider)} · <Day at={created} locale="en" />
      </p>
      {[reference, ...theirIds].map((id) => (
        <p class="muted">
          <FullId>{id}</FullId>
        </p>
      ))}
    </li>
  );
}
