/** What lies in the seller's account at the provider that holds their money, and what went on from there to their bank. */
import type { JSX } from "preact";
import { type BankPayout, type BankPayoutStatus, bankFailureOf } from "../../../../domain/connected.js";
import { add, cents, ZERO } from "../../../../domain/money.js";
import { usd } from "../../../../words/format.js";
import { Badge } from "../../../kit/badge.js";
import type { StatusLook } from "../../../kit/badges.js";
import { useLocale, useWords } from "../../../kit/language.js";
import { MoneyCell } from "../../../kit/money-cell.js";
import { ShortDay } from "../../../kit/times.js";
import { Cell, Section, Table } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { destinationsUrl } from "../../links.js";
import { connectedWords, payoutWords } from "../words.js";
import type { BankedView } from "./load.js";
import { holderName } from "./view.js";

const LOOKS = {
  ON_THE_WAY: { tone: "calm", icon: "hourglass" },
  PAID: { tone: "good", icon: "circle-check" },
  FAILED: { tone: "bad", icon: "circle-alert" },
  CANCELLED: { tone: "over", icon: "circle-x" },
} as const satisfies Record<BankPayoutStatus, StatusLook>;

type Props = { readonly context: ConsoleContext; readonly banked: BankedView };

export function Banked({ context, banked }: Props): JSX.Element {
  const words = useWords(connectedWords);
  const { payouts } = banked;
  const provider = holderName(banked.provider);
  return (
    <Section title={words.bankTitle({ provider })} id="bank">
      <p class="max-w-2xl text-sm leading-relaxed">
        <Kept banked={banked} />
      </p>
      {payouts.length === 0 ? (
        <p class="muted mt-2 text-sm">{words.bankNone}</p>
      ) : (
        <div class="mt-4">
          <Payouts payouts={payouts} provider={provider} />
        </div>
      )}
      {payouts[0]?.status === "FAILED" && context.may("payOut") ? (
        <a class="btn btn-primary btn-sm mt-4" href={`${destinationsUrl(context)}#connected`}>
          {words.fix({ provider })}
        </a>
      ) : null}
    </Section>
  );
}

function Kept({ banked: { provider: name, books } }: Pick<Props, "banked">): JSX.Element {
  const locale = useLocale();
  const words = useWords(connectedWords);
  const provider = holderName(name);
  const all = add(books.available, books.pending);
  if (all < ZERO) return <>{words.below({ amount: usd(cents(-all), locale) })}</>;
  const there =
    books.available > ZERO ? words.lies({ amount: usd(books.available, locale), provider }) : words.liesNone;
  const later = books.pending > ZERO ? words.liesPending({ amount: usd(books.pending, locale) }) : "";
  return (
    <>
      {there} {later}
    </>
  );
}

function Payouts({ payouts, provider }: { payouts: readonly BankPayout[]; provider: string }): JSX.Element {
  const locale = useLocale();
  const words = useWords(connectedWords);
  const columns = useWords(payoutWords);
  return (
    <Table
      label={words.bankTitle({ provider })}
      head={[words.bankArrives, columns.status, columns.amount]}
      columns={["", "max-sm:hidden", "text-end!"]}
    >
      {payouts.map(({ amount, status, failure, arrivesAt }) => (
        <tr>
          <Cell>
            <span class="whitespace-nowrap">
              <ShortDay at={arrivesAt} locale={locale} />
            </span>
            <span class="mt-1 block sm:hidden">
              <Standing status={status} failure={failure} />
            </span>
          </Cell>
          <Cell class="max-sm:hidden">
            <Standing status={status} failure={failure} />
          </Cell>
          <MoneyCell amount={amount} />
        </tr>
      ))}
    </Table>
  );
}

function Standing({ status, failure }: Pick<BankPayout, "status" | "failure">): JSX.Element {
  const words = useWords(connectedWords);
  return (
    <>
      <Badge {...LOOKS[status]} text={words[`bank_${status}`]} />
      {failure === null ? null : (
        <span class="mt-1 block text-sm text-error">{words[`failed_${bankFailureOf(failure)}`]}</span>
      )}
    </>
  );
}
