/** The account that a transfer goes to, a line each, with buttons that copy what is typed elsewhere. */
import type { JSX } from "preact";
import { formatAmount } from "../../../domain/currencies.js";
import { epcQrText } from "../../../domain/epc-qr.js";
import { merchantQrText } from "../../../domain/merchant-qr.js";
import type { PaymentInstructions } from "../../../domain/model.js";
import { money } from "../../../words/format.js";
import type { Locale } from "../../../words/locale.js";
import { Given } from "../../kit/given.js";
import { QrCode } from "../../kit/qr-code.js";
import { paymentWords } from "./words.js";

export function Account({
  transfer,
  currency,
  locale,
}: {
  transfer: Extract<PaymentInstructions, { kind: "transfer" }>;
  /** Of its amount. */
  currency: string;
  locale: Locale;
}): JSX.Element {
  const words = paymentWords(locale);
  const amount = money(transfer.amount, currency, locale);
  const plain = formatAmount(transfer.amount, currency);
  const { rail } = transfer;
  const fields = rail?.fields ?? [{ label: words.accountNumber, value: transfer.accountNumber }];
  const rows = [
    [rail === undefined ? words.bankName : words.payTo, transfer.bank, null],
    [words.accountName, transfer.accountName, transfer.accountName],
    ...fields.map(({ label, value }) => [label, value, value] as const),
    [words.reference, transfer.reference, transfer.reference],
    [words.amount, amount, plain],
  ] as const;
  const account = (
    <dl class="panel divide-y divide-base-300 text-sm">
      {rows.map(([label, value, copied]) => (
        <div class="px-5 py-3">
          <dt class="muted">{label}</dt>
          <dd class="mt-0.5 flex items-center justify-between gap-3">
            <bdi class="min-w-0 text-base font-medium tabular-nums select-all [overflow-wrap:anywhere]">{value}</bdi>
            {copied === null ? null : <Copy text={copied} label={label} locale={locale} />}
          </dd>
        </div>
      ))}
    </dl>
  );
  if (rail === undefined) return account;
  const { note, qr } = rail;
  return (
    <div class="space-y-3">
      {account}
      {note === null ? null : <Given text={note} lines={5} class="muted block text-sm leading-relaxed" />}
      {qr === undefined ? null : (
        <div class="panel flex items-center gap-5 p-5 text-sm">
          <QrCode
            text={"iban" in qr ? epcQrText(qr, transfer) : merchantQrText(qr, { ...transfer, currency: qr.currency })}
            label={words.payQr({ amount, reference: transfer.reference })}
            class="size-36 shrink-0 border border-base-300"
          />
          <p class="muted min-w-0 leading-relaxed">{words.payQrScan}</p>
        </div>
      )}
    </div>
  );
}

/** Without a script there is nothing to press; a click on the value selects all of it. */
function Copy({ text, label, locale }: { text: string; label: string; locale: Locale }): JSX.Element {
  const words = paymentWords(locale);
  return (
    <button
      type="button"
      hidden
      data-copy={text}
      data-done={words.copied}
      class="btn btn-sm btn-outline border-base-300"
    >
      {words.copy} <span class="sr-only">{label}</span>
    </button>
  );
}
