/** Money in other currencies than that of the books: what it counts as, by which rate, and what exchange has brought. */
import type { JSX } from "preact";
import { sumOf } from "../../../domain/coverage.js";
import { add, type Cents, CURRENCY, ZERO } from "../../../domain/money.js";
import { dayText } from "../../../platform/clock.js";
import type { CurrencyDay } from "../../../store/read/desk/books.js";
import { Time } from "../../kit/times.js";
import { Cell, Notice, Section, Stat, Stats, Table } from "../../kit/ui.js";
import { RATES_PATH } from "../links.js";
import { digitsOf } from "../parts.js";
import { Amount } from "./cells.js";

const isAbroad = ({ currency }: CurrencyDay): boolean => currency !== CURRENCY;
const isThere = (one: CurrencyDay): boolean => sumOf(one.parts) !== ZERO;

/** Nothing where there is no other currency. @param lying of one day. */
export function Currencies({ lying }: { readonly lying: readonly CurrencyDay[] }): JSX.Element | null {
  const shown = lying.filter((one) => isThere(one));
  if (!shown.some(isAbroad)) return null;
  return (
    <>
      {shown
        .filter(({ worth }) => worth === null)
        .map(({ currency, parts }) => (
          <Notice tone="bad">
            {currency} has no current rate, so {digitsOf(sumOf(parts), currency)} {currency} counts as zero.{" "}
            <a class="link" href={RATES_PATH}>
              Exchange rates
            </a>
          </Notice>
        ))}
      <Section title="Money by currency" lead="What is owed is in USD. Other currencies count at the rate shown.">
        <Table
          label="Money by currency"
          head={["Currency", "Balance", "For 1 USD", "Rate as of", "Counts as"]}
          columns={["", "text-end", "text-end", "", "text-end"]}
          stacks
        >
          {shown.map((one) => (
            <tr>
              <Cell class="font-medium">{one.currency}</Cell>
              <Amount name="Balance" amount={sumOf(one.parts)} currency={one.currency} isSaid />
              <Cell name="For 1 USD" class="text-end tabular-nums">
                {one.currency === CURRENCY ? "–" : (one.rate?.rate ?? "No rate")}
              </Cell>
              <Cell name="Rate as of" class="min-w-36">
                {one.rate === null ? (
                  "–"
                ) : (
                  <>
                    <Time at={one.rate.at} />
                    <span class="muted block text-xs [overflow-wrap:anywhere]">{one.rate.source}</span>
                  </>
                )}
              </Cell>
              <Amount name="Counts as" amount={one.worth ?? ZERO} currency={CURRENCY} />
            </tr>
          ))}
        </Table>
      </Section>
    </>
  );
}

/** Days and currencies that are shown; the CSV has all of them. */
const SHOWN = 30;

/** Nothing while nothing was exchanged. @param days the latest first. */
export function Exchange({ days }: { readonly days: readonly CurrencyDay[] }): JSX.Element | null {
  const exchanged = days.filter(({ fx }) => fx.abroad !== ZERO || fx.books !== ZERO);
  const [latest] = exchanged;
  if (latest === undefined) return null;
  const today = exchanged.filter(({ day }) => day === latest.day);
  const unknown = today.filter(({ gainInAll }) => gainInAll === null).map(({ currency }) => currency);
  const without = unknown.length === 0 ? undefined : `Without ${unknown.join(", ")}: no rate`;
  return (
    <Section
      title="Exchange"
      lead="Gain or loss from currency exchange at each day’s rate: what buyers paid and sellers received in their currency, compared with the books. A loss is negative."
    >
      <Stats>
        <Stat label="Total, USD" value={digitsOf(sum(today, "gainInAll"))} note={without} />
        <Stat label={`On ${dayText(latest.day)}, USD`} value={digitsOf(sum(today, "gain"))} note={without} />
      </Stats>
      <Table
        label="Exchange by day"
        head={["Day", "Currency", "For 1 USD", "On that day", "Total"]}
        columns={["", "", "text-end", "text-end", "text-end"]}
        stacks
      >
        {exchanged.slice(0, SHOWN).map((one) => (
          <tr>
            <Cell class="whitespace-nowrap tabular-nums">{dayText(one.day)}</Cell>
            <Cell name="Currency">{one.currency}</Cell>
            <Cell name="For 1 USD" class="text-end tabular-nums">
              {one.currency === CURRENCY ? "–" : (one.rate?.rate ?? "No rate")}
            </Cell>
            <Gain name="On that day" amount={one.gain} />
            <Gain name="Total" amount={one.gainInAll} />
          </tr>
        ))}
      </Table>
    </Section>
  );
}

const Gain = ({ name, amount }: { name: string; amount: Cents | null }): JSX.Element =>
  amount === null ? (
    <Cell name={name} class="muted text-end">
      Unknown
    </Cell>
  ) : (
    <Amount name={name} amount={amount} currency={CURRENCY} />
  );

const sum = (days: readonly CurrencyDay[], of: "gain" | "gainInAll"): Cents =>
  add(ZERO, ...days.map((one) => one[of] ?? ZERO));
