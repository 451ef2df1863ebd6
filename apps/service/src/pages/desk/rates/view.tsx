/** What currencies cost: what is current, what is too old, and what waits for an operator. */
import type { JSX } from "preact";
import { stepOf } from "../../../domain/currencies.js";
import { cents } from "../../../domain/money.js";
import { changeOf, inverseOf, presentedFor, type Rate } from "../../../domain/rates.js";
import { duration, ratePlain } from "../../../words/format.js";
import { Badge } from "../../kit/badge.js";
import { Given } from "../../kit/given.js";
import { Time } from "../../kit/times.js";
import { Cell, Facts, Notice, PageHead, Section, Table } from "../../kit/ui.js";
import type { DeskContext } from "../access.js";
import { DeskFrame } from "../frame.js";
import { RATES_PATH } from "../links.js";
import { age, digitsOf, ReasonField, Said, type TypedReason, Unseen } from "../parts.js";
import { providerName } from "../words.js";
import type { ShownRate, ShownRates, WaitingRate } from "./load.js";

type Props = {
  readonly context: DeskContext;
  readonly shown: ShownRates;
  readonly reason: TypedReason;
  readonly said: string | undefined;
};

export const RatesPage = ({ context, shown, reason, said }: Props): JSX.Element => (
  <DeskFrame context={context} title="Exchange rates" entry="/rates">
    <PageHead
      title="Exchange rates"
      lead={`A currency is offered while its rate is at most ${duration(shown.ageMaxSeconds, "en")} old. A rate that jumps by more than 20%, or may be upside down, waits for you.`}
    />
    <Said said={said} />
    <Source {...shown} />
    {shown.waiting.length === 0 ? null : <Waiting {...shown} />}
    {shown.chosen === null ? null : <Decision csrf={context.csrf} rate={shown.chosen} reason={reason} {...shown} />}
    <Current {...shown} />
  </DeskFrame>
);

const nameOf = (source: string): string => (source === "RATES_FILE" ? source : providerName(source));

function Source({ source, now }: ShownRates): JSX.Element {
  if (source === null)
    return (
      <Notice tone="note">
        No source provides rates. Set RATES_FILE, or have your adapter answer <code>GET /rates</code>.
      </Notice>
    );
  const { name, read, problem, since } = source;
  const lastRead = read === null ? "It has never been read." : `It was last read ${age(now - read)} ago.`;
  if (problem === null) return <p class="muted mb-6 text-sm">{`Rates come from ${nameOf(name)}. ${lastRead}`}</p>;
  return (
    <Notice tone="bad">
      {`${nameOf(name)} has had a problem for ${age(now - (since ?? now))}: `}
      <Given text={problem} lines={5} />
      {` ${lastRead} Current rates stay in use until they are too old.`}
    </Notice>
  );
}

const grouped = (rate: string): string => ratePlain(rate, "en");
const inIts = ({ currency, rate }: Rate): string => `1 USD = ${grouped(rate)} ${currency}`;
const inUsd = ({ currency, rate }: Rate): string => `1 ${currency} = ${grouped(inverseOf(rate))} USD`;

/** A minus sign, which is no hyphen. */
const percent = (change: string): string => `${change.replace("-", "−")}%`;

const Change = ({ rate, before }: WaitingRate): JSX.Element =>
  before === null ? (
    <Badge tone="waiting" icon="circle-alert" text="First rate" />
  ) : (
    <Badge tone="bad" icon="triangle-alert" text={percent(changeOf(before.rate, rate))} />
  );

const Waiting = ({ waiting, chosen, now }: ShownRates): JSX.Element => (
  <div id="waiting" class="mb-6 scroll-mt-4">
    <h2 class="mb-3 font-semibold">Waiting for an operator</h2>
    <Table
      label="Waiting for an operator"
      head={["Currency", "Last accepted", "New rate", "Change", "As of", <Unseen text="Action" />]}
      stacks
    >
      {waiting.map((one) => (
        <tr>
          <Cell class="font-medium">{one.currency}</Cell>
          <Cell name="Last accepted" class="tabular-nums">
            {one.before === null ? "–" : inIts(one.before)}
          </Cell>
          <Cell name="New rate" class="tabular-nums">
            {inIts(one)}
          </Cell>
          <Cell name="Change">
            <Change {...one} />
          </Cell>
          <Cell name="As of" class="whitespace-nowrap">
            {age(now - one.at)} ago
          </Cell>
          <Cell>
            {one.id === chosen?.id ? (
              <a class="link link-primary" href="#decide">
                Shown below
              </a>
            ) : (
              <a class="btn btn-sm" href={`${RATES_PATH}?rate=${one.id}#decide`}>
                Review<span class="sr-only"> {one.currency}</span>
              </a>
            )}
          </Cell>
        </tr>
      ))}
    </Table>
  </div>
);

const HUNDRED = cents(10_000n);

/** What a buyer would pay, margin included: a rate that is upside down is seen at once. */
const exampleOf = (rate: ShownRate): string =>
  `${digitsOf(presentedFor(HUNDRED, rate, stepOf(rate.currency)), rate.currency)} ${rate.currency}`;

const Decision = ({
  csrf,
  rate,
  reason,
  now,
}: ShownRates & { readonly csrf: string; readonly rate: WaitingRate; readonly reason: TypedReason }): JSX.Element => (
  <Section
    id="decide"
    title={`Review ${rate.currency}`}
    lead="Compare it with another source. It applies to buyers and sellers as soon as you accept it."
  >
    <Facts
      rows={[
        ["New rate", inIts(rate)],
        ["That is", inUsd(rate)],
        ["Last accepted", rate.before === null ? "None: this is the currency’s first rate" : inIts(rate.before)],
        ...(rate.before === null ? [] : [["Change", percent(changeOf(rate.before.rate, rate.rate))] as const]),
        ["An order of 100.00 USD would cost", exampleOf(rate)],
        ["Source", <Given text={rate.source} lines={2} />],
        [
          "As of",
          <span>
            <Time at={rate.at} />, {age(now - rate.at)} ago
          </span>,
        ],
      ]}
    />
    <form method="post" action={`${RATES_PATH}/decide`} class="mt-4">
      <input type="hidden" name="csrf" value={csrf} />
      <input type="hidden" name="rate" value={rate.id} />
      <ReasonField typed={reason} hint="Where you checked it. It’s kept in the audit log." />
      {rate.isFresh ? null : (
        <p class="mb-3 text-sm">This rate is too old to accept. The next one from its source will replace it.</p>
      )}
      <div class="flex flex-wrap gap-2">
        {rate.isFresh ? (
          <button type="submit" name="decision" value="accept" class="btn btn-sm btn-primary">
            Accept the rate
          </button>
        ) : null}
        <button type="submit" name="decision" value="refuse" class="btn btn-sm btn-error btn-outline">
          Refuse it
        </button>
      </div>
    </form>
  </Section>
);

const Current = ({ current, now }: ShownRates): JSX.Element => (
  <Section title="Current">
    {current.length === 0 ? (
      <p class="muted text-sm">No rate yet: buyers pay in US dollars.</p>
    ) : (
      <Table
        label="Current"
        head={["Currency", "For 1 USD", "For 1 unit", "Margin", "As of", "Source"]}
        columns={["", "text-end", "text-end", "text-end"]}
        stacks
      >
        {current.map((one) => (
          <tr>
            <Cell class="whitespace-nowrap">
              <span class="me-2 font-medium">{one.currency}</span>
              {one.isFresh ? (
                <Badge tone="good" icon="circle-check" text="Offered" />
              ) : (
                <Badge tone="bad" icon="timer-off" text="Too old" />
              )}
            </Cell>
            <Cell name="For 1 USD" class="text-end tabular-nums">
              {grouped(one.rate)} <span class="muted text-xs">{one.currency}</span>
            </Cell>
            <Cell name="For 1 unit" class="text-end tabular-nums">
              {grouped(inverseOf(one.rate))} <span class="muted text-xs">USD</span>
            </Cell>
            <Cell name="Margin" class="text-end tabular-nums">
              {(one.marginBps / 100).toFixed(2)}%
            </Cell>
            <Cell name="As of" class="whitespace-nowrap">
              {age(now - one.at)} ago
            </Cell>
            <Cell name="Source" class="sm:max-w-56">
              <Given text={one.source} lines={2} />
            </Cell>
          </tr>
        ))}
      </Table>
    )}
  </Section>
);
