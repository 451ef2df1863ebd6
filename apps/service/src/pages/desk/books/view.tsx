/** The house's books: whether all that is owed is covered, what lies where, what differs, and days that are closed. */
import type { JSX } from "preact";
import { sumOf } from "../../../domain/coverage.js";
import { dayText } from "../../../platform/clock.js";
import type { CoveredDay, DifferenceView, Float, StatementDay } from "../../../store/read/desk/books.js";
import { Badge } from "../../kit/badge.js";
import { Given } from "../../kit/given.js";
import { Late } from "../../kit/late.js";
import { ButtonForm, Cell, Notice, PageHead, Section, Stat, Stats, Table } from "../../kit/ui.js";
import type { DeskContext } from "../access.js";
import { DeskFrame } from "../frame.js";
import { BOOKS_PATH } from "../links.js";
import { age, digitsOf, Said, Unseen } from "../parts.js";
import { providerName } from "../words.js";
import { Amount } from "./cells.js";
import { Currencies, Exchange } from "./currencies.js";
import { CloseForm, FloatForm, type TypedBooks } from "./forms.js";
import { HeldAccounts } from "./held.js";
import { type Books, DIFFERENCES_SHOWN } from "./load.js";
import { Offers } from "./offers.js";
import { ACCOUNT_LABELS, CLASS_LABELS, TYPE_LABELS } from "./words.js";

export function BooksPage({
  context,
  books,
  ageSeconds,
  typed,
  said,
}: {
  context: DeskContext;
  books: Books;
  /** Of all but what differs; see `LateReads`. */
  ageSeconds: number | null;
  typed: TypedBooks;
  said: string | undefined;
}): JSX.Element {
  const { csrf } = context;
  const { floats, covered, currencies, days, differences, offers, held, chosen, now } = books;
  return (
    <DeskFrame context={context} title="Books" entry="/books">
      <PageHead
        title="Books"
        lead="Providers’ statements, compared with what is owed to buyers and sellers. Statements are read hourly; a day closes when the next one ends."
      >
        <a class="btn btn-sm" href={`${BOOKS_PATH}/differences.csv`}>
          Differences as CSV
        </a>
        <a class="btn btn-sm" href={`${BOOKS_PATH}/exchange.csv`}>
          Exchange as CSV
        </a>
      </PageHead>
      <Said said={said} />
      <Covered today={covered[0]} now={now} />
      <Currencies lying={currencies.filter(({ day }) => day === covered[0]?.day)} />
      {chosen === null ? null : <CloseForm csrf={csrf} difference={chosen} typed={typed} />}
      <Differences differences={differences} now={now} csrf={csrf} />
      {floats.length === 0 ? null : <Floats floats={floats} now={now} />}
      <HeldAccounts held={held} now={now} />
      <FloatForm csrf={csrf} books={books} typed={typed} />
      <Offers offers={offers} now={now} />
      <Exchange days={currencies} />
      <Days days={days} />
      <CoveredDays covered={covered} />
      <Late ageSeconds={ageSeconds} />
    </DeskFrame>
  );
}

function Covered({ today, now }: { today: CoveredDay | undefined; now: number }): JSX.Element {
  if (today === undefined) return <Notice tone="note">No statement has been read yet.</Notice>;
  const short = today.owed - sumOf(today);
  return (
    <>
      {today.isCovered ? null : (
        <Notice tone="bad">
          Client money is not covered: {digitsOf(short)} USD of what is owed to buyers and sellers is missing. Look at
          the differences first.
        </Notice>
      )}
      <Stats>
        <Stat
          label="Client money"
          value={
            today.isCovered ? (
              <Badge tone="good" icon="circle-check" text="Covered" />
            ) : (
              <Badge tone="bad" icon="circle-alert" text="Not covered" />
            )
          }
          note={`Checked ${age(now - today.at)} ago`}
        />
        <Stat label="Owed, USD" value={digitsOf(today.owed)} note="Held, in wallets, owed back and being paid out" />
        <Stat
          label="At providers, USD"
          value={digitsOf(today.provider_balance)}
          note={`${digitsOf(today.untold)} not reported yet, ${digitsOf(today.unexplained)} unexplained`}
        />
        <Stat label="At the bank, USD" value={digitsOf(today.bank)} note={`${digitsOf(today.in_transit)} in transit`} />
      </Stats>
    </>
  );
}

const Differences = ({
  differences,
  now,
  csrf,
}: {
  differences: readonly DifferenceView[];
  now: number;
  csrf: string;
}): JSX.Element => (
  <div id="differences" class="mb-8 scroll-mt-4">
    <h2 class="mb-3 font-semibold">Differences</h2>
    {differences.length === 0 ? (
      <p class="panel muted p-4 text-sm">No differences.</p>
    ) : (
      <>
        {differences.length < DIFFERENCES_SHOWN ? null : (
          <p class="muted mb-3 text-sm">The oldest {DIFFERENCES_SHOWN}. The CSV has all of them.</p>
        )}
        <Table
          label="Differences"
          head={["Difference", "What", "Provider shows more by", "Open for", "Assigned to", <Unseen text="Action" />]}
          columns={["", "", "text-end max-xl:whitespace-normal!", WIDE]}
          stacks
        >
          {differences.map((one) => (
            <tr>
              <Cell class="min-w-40">
                <a
                  class="link link-primary inline-flex min-h-6 items-center"
                  href={`${BOOKS_PATH}?difference=${one.id}#close`}
                >
                  {CLASS_LABELS[one.class]}
                </a>
                <span class="muted block text-xs">{providerName(one.provider)}</span>
                <span class="muted block text-xs xl:hidden">open for {age(now - one.opened)}</span>
              </Cell>
              <Cell name="What" class="min-w-36 xl:min-w-44">
                <span class="block">{TYPE_LABELS[one.type ?? ""] ?? "What was there before"}</span>
                <span class="muted block text-xs [overflow-wrap:anywhere]">
                  {one.reference ?? one.object ?? one.lineId ?? ""}
                </span>
              </Cell>
              <Amount name="Provider shows more by" amount={one.amount} currency={one.currency} />
              <Cell name="Open for" class={`whitespace-nowrap ${WIDE}`}>
                {age(now - one.opened)}
              </Cell>
              <Cell name="Assigned to" class="min-w-28 [overflow-wrap:anywhere]">
                {one.lookedAfterBy ?? "Nobody"}
              </Cell>
              <Cell>
                <ButtonForm
                  action={`${BOOKS_PATH}/look`}
                  csrf={csrf}
                  label="Assign to me"
                  about={`difference ${one.id}`}
                  class="btn btn-sm whitespace-nowrap"
                  fields={{ difference: one.id }}
                />
              </Cell>
            </tr>
          ))}
        </Table>
      </>
    )}
  </div>
);

/** Narrower screens have what is in these columns below what is in others. */
const WIDE = "max-xl:hidden";

const SHOWN_ACCOUNTS = ["provider_balance", "in_transit", "client_money", "provider_costs", "fx", "suspense"] as const;

const Floats = ({ floats, now }: { floats: readonly Float[]; now: number }): JSX.Element => (
  <div class="mb-8">
    <h2 class="mb-3 font-semibold">Where the money is</h2>
    <Table
      label="Where the money is"
      head={["Provider", "Reported", ...SHOWN_ACCOUNTS.map((account) => ACCOUNT_LABELS[account])]}
      columns={["", "text-end", ...SHOWN_ACCOUNTS.map(() => "text-end max-xl:px-3")]}
      stacks
    >
      {floats.map(({ provider, currency, available, pending, booked, toldUntil, error }) => (
        <tr>
          <Cell class="min-w-28">
            <span class="block font-medium">{providerName(provider)}</span>
            <span class="muted block text-xs">{currency}</span>
            {error === null ? null : (
              <span class="block text-xs text-error">
                <Given text={error} lines={3} />
              </span>
            )}
          </Cell>
          <Cell name="Reported" class="text-end whitespace-nowrap tabular-nums">
            {available === null || pending === null ? (
              "–"
            ) : (
              <>
                <span class="block font-medium">{digitsOf(available, currency)}</span>
                <span class="muted block text-xs">{digitsOf(pending, currency)} pending</span>
              </>
            )}
            {toldUntil === null ? null : <span class="muted block text-xs">{age(now - toldUntil)} ago</span>}
          </Cell>
          {SHOWN_ACCOUNTS.map((account) => (
            <Amount name={ACCOUNT_LABELS[account]} amount={booked[account]} currency={currency} isSaid />
          ))}
        </tr>
      ))}
    </Table>
    <p class="muted text-xs">
      Debits are positive and credits negative, so what we owe others is negative. Client money is always in USD.
    </p>
  </div>
);

const Days = ({ days }: { days: readonly StatementDay[] }): JSX.Element => (
  <Section title="Days" lead="Days in UTC. What a day opens with plus what moved is what it closes with.">
    {days.length === 0 ? (
      <p class="muted text-sm">No closed days yet.</p>
    ) : (
      <Table
        label="Days"
        head={["Day", "Provider", "Opens with", "Moved", "Closes with", "Statement"]}
        columns={["", "", "text-end", "text-end", "text-end"]}
        stacks
      >
        {days.map(({ day, provider, currency, lines, opening, moved, closing, off }) => (
          <tr>
            <Cell class="whitespace-nowrap tabular-nums">{dayText(day)}</Cell>
            <Cell name="Provider">
              {providerName(provider)}
              <span class="muted block text-xs">
                {currency}, {lines === 1 ? "1 line" : `${lines} lines`}
              </span>
            </Cell>
            <Amount name="Opens with" amount={opening} currency={currency} isSaid />
            <Amount name="Moved" amount={moved} currency={currency} isSaid />
            <Amount name="Closes with" amount={closing} currency={currency} isSaid />
            <Cell name="Statement" class="min-w-32">
              {off === null ? "Not asked" : <Verdict off={off} currency={currency} />}
            </Cell>
          </tr>
        ))}
      </Table>
    )}
  </Section>
);

const Verdict = ({ off, currency }: { off: bigint; currency: string }): JSX.Element =>
  off === 0n ? (
    <Badge tone="good" icon="circle-check" text="Matches" />
  ) : (
    <Badge tone="bad" icon="circle-alert" text={`Off by ${digitsOf(off, currency)}`} />
  );

const CoveredDays = ({ covered }: { covered: readonly CoveredDay[] }): JSX.Element => (
  <Section title="Client money, day by day">
    {covered.length === 0 ? (
      <p class="muted text-sm">Not checked yet.</p>
    ) : (
      <Table
        label="Client money, day by day"
        head={["Day", "Owed", "Balance", "Result"]}
        columns={["", "text-end", "text-end"]}
        stacks
      >
        {covered.map((day) => (
          <tr>
            <Cell class="whitespace-nowrap tabular-nums">{dayText(day.day)}</Cell>
            <Amount name="Owed" amount={day.owed} currency="USD" />
            <Amount name="Balance" amount={sumOf(day)} currency="USD" />
            <Cell name="Result">
              {day.isCovered ? (
                <Badge tone="good" icon="circle-check" text="Covered" />
              ) : (
                <Badge tone="bad" icon="circle-alert" text="Not covered" />
              )}
            </Cell>
          </tr>
        ))}
      </Table>
    )}
  </Section>
);
