/** Pieces that the pages of the wallet share. */
import type { JSX } from "preact";
import type { Currency } from "../../../domain/currencies.js";
import { type Cents, CURRENCY, cents, ZERO } from "../../../domain/money.js";
import type { Destination, PresentedPayout } from "../../../domain/payouts.js";
import type { PayoutStatus } from "../../../domain/states.js";
import type { PayoutView } from "../../../store/read/money/wallet.js";
import { currencyInWords, money, rateText, share, usd } from "../../../words/format.js";
import type { Locale } from "../../../words/locale.js";
import { Badge } from "../../kit/badge.js";
import type { StatusLook } from "../../kit/badges.js";
import { Given } from "../../kit/given.js";
import { useLocale, useWords } from "../../kit/language.js";
import { MoneyCell } from "../../kit/money-cell.js";
import { ShortDay } from "../../kit/times.js";
import { Cell, Notice, Table } from "../../kit/ui.js";
import type { ConsoleContext } from "../context.js";
import { payoutUrl } from "../links.js";
import { destinationLabel, payoutWords, saidWords, walletWords } from "./words.js";

const PAYOUT_LOOKS = {
  REQUESTED: { tone: "calm", icon: "clock" },
  SENT: { tone: "calm", icon: "hourglass" },
  PARKED: { tone: "waiting", icon: "clock" },
  PAID: { tone: "good", icon: "circle-check" },
  FAILED: { tone: "bad", icon: "circle-alert" },
  RETURNED: { tone: "bad", icon: "circle-alert" },
  CANCELLED: { tone: "over", icon: "circle-x" },
} as const satisfies Record<PayoutStatus, StatusLook>;

export const PayoutBadge = ({ status }: { status: PayoutStatus }): JSX.Element => (
  <Badge {...PAYOUT_LOOKS[status]} text={useWords(payoutWords)[`status_${status}`]} />
);

/** How what came of a step is told. */
const SAID_TONES = { cancelled: "good", late: "bad", added: "good", removed: "good" } as const;

/** Nothing for a code that is not ours. */
export function SaidNotice({ code }: { code: string | undefined }): JSX.Element | null {
  const words = useWords(saidWords);
  if (code === undefined || !Object.hasOwn(SAID_TONES, code)) return null;
  const said = code as keyof typeof SAID_TONES;
  return <Notice tone={SAID_TONES[said]}>{words[said]}</Notice>;
}

/** "+$25.00", "−$25.00": screen readers say the sign as a word; on screen it has its full width. */
export const signedUsd = (amount: Cents, locale: Locale): string =>
  amount < ZERO ? `−${usd(cents(-amount), locale)}` : `+${usd(amount, locale)}`;

/** Where a payout goes, and whose it is. */
export const To = ({ to, isLine = false }: { to: Destination; isLine?: boolean }): JSX.Element =>
  isLine ? (
    <Given text={`${destinationLabel(to, useLocale())}, ${to.name}`} lines={1} />
  ) : (
    <>
      <Given text={destinationLabel(to, useLocale())} lines={2} class="font-medium" />
      <Given text={to.name} lines={2} class="muted text-xs" />
    </>
  );

/** At which rate a payout leaves in another currency than USD. */
export function rateRow(
  { currency, rate, marginBps }: Pick<PresentedPayout, "currency" | "rate" | "marginBps">,
  locale: Locale,
): readonly [label: string, value: string] {
  const words = walletWords(locale);
  const terms = { dollar: rateText("1", CURRENCY, locale), rate: rateText(rate, currency, locale) };
  return [
    words.rate,
    marginBps === 0 ? words.rateIs(terms) : words.rateLess({ ...terms, margin: share(marginBps, locale) }),
  ];
}

/** In which currency an account is paid; nothing where that is USD, or isn't known. */
export const paidIn = (currency: Currency | null, locale: Locale): string =>
  currency === null || currency === CURRENCY
    ? ""
    : walletWords(locale).paidIn({ currency: `${currencyInWords(currency, locale)} (${currency})` });

/** Newest first. */
export function PayoutTable({
  context,
  payouts,
}: {
  context: ConsoleContext;
  payouts: readonly PayoutView[];
}): JSX.Element {
  const words = useWords(payoutWords);
  return (
    <Table
      label={words.title}
      head={[words.one, words.to, words.status, words.amount, words.day]}
      columns={["", "max-sm:hidden", "max-sm:hidden", "text-end!", "max-sm:hidden"]}
      dense
    >
      {payouts.map((payout) => (
        <tr>
          <Cell class="whitespace-nowrap">
            <a class="row-link font-medium" href={payoutUrl(context, payout.id)}>
              {words.payout({ number: payout.number })}
            </a>
            <span class="muted mt-0.5 block text-xs sm:hidden">
              <ShortDay at={payout.created} locale={context.locale} />
            </span>
            <span class="mt-1 block sm:hidden">
              <PayoutBadge status={payout.status} />
            </span>
          </Cell>
          <Cell class="row-title max-sm:hidden">
            <To to={payout.to} isLine />
          </Cell>
          <Cell class="whitespace-nowrap max-sm:hidden">
            <PayoutBadge status={payout.status} />
          </Cell>
          <MoneyCell
            amount={payout.amount}
            below={
              payout.presented === null
                ? null
                : money(payout.presented.amount, payout.presented.currency, context.locale)
            }
          />
          <Cell class="whitespace-nowrap max-sm:hidden">
            <ShortDay at={payout.created} locale={context.locale} />
          </Cell>
        </tr>
      ))}
    </Table>
  );
}
