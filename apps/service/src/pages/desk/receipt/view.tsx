/** One payment by a rail of the operator's own. */
import type { JSX } from "preact";
import { BANK_REFERENCE_MAX } from "../../../domain/approvals.js";
import type { PaymentId } from "../../../domain/ids.js";
import { CURRENCY } from "../../../domain/money.js";
import { refusalOfOrder, type SecondFrom } from "../../../domain/operators.js";
import { railIdOf } from "../../../domain/rails.js";
import { dayText } from "../../../platform/clock.js";
import type { ReceiptView } from "../../../store/read/desk/rails.js";
import { money, usd } from "../../../words/format.js";
import { EvidenceFiles } from "../../disputes/files.js";
import { Badge } from "../../kit/badge.js";
import { Given } from "../../kit/given.js";
import { maxLengthFor } from "../../kit/max-length.js";
import { Time } from "../../kit/times.js";
import { AmountInput, Confirm, described, Facts, Field, Notice, PageHead, Section } from "../../kit/ui.js";
import type { DeskContext } from "../access.js";
import { DeskFrame } from "../frame.js";
import { orderPath, RECEIPTS_PATH, receiptPath } from "../links.js";
import { AccountLink, CopiedId, NO_REASON, OWN, operatorOf, ReasonField, Said, type TypedReason } from "../parts.js";
import { PAYMENT_LABELS } from "../words.js";
import type { TypedReceipt } from "./form.js";
import type { ShownReceipts } from "./load.js";

/** Why a receipt is to be taken back. */
export type TypedReversal = TypedReason & { readonly payment: PaymentId | null };
export const NO_REVERSAL: TypedReversal = { ...NO_REASON, payment: null };

type Props = {
  readonly context: DeskContext;
  readonly shown: ShownReceipts;
  /** Above which amount another operator confirms; null for none. */
  readonly from: SecondFrom;
  readonly typed: TypedReceipt;
  readonly reason: TypedReason;
  /** Of the receipt that it is about. */
  readonly reversal: TypedReversal;
  readonly said: string | undefined;
};

export function ReceiptPage({ context, shown, from, typed, reason, reversal, said }: Props): JSX.Element {
  const { expected, receipts, proofs } = shown;
  const home = receiptPath(expected.sellerCode, expected.escrow, expected.payment);
  const own = refusalOfOrder(operatorOf(context), { account: expected.account, buyerEmail: expected.buyer });
  const isClaimed = expected.claimedAt !== null && expected.refusal === null && expected.closedAt === null;
  return (
    <DeskFrame context={context} title={`Payment ${expected.reference}`} entry="/receipts">
      <PageHead title={`Payment ${expected.reference}`} up={{ href: RECEIPTS_PATH, label: "Receipts" }} />
      <Said said={said} />
      <Section title="What was asked for">
        <Facts
          rows={[
            [
              "Amount",
              expected.currency === CURRENCY
                ? usd(expected.asked, "en")
                : `${money(expected.asked, expected.currency, "en")} for ${usd(expected.askedUsd, "en")}`,
            ],
            ["Rail", railIdOf(expected.provider)],
            ["Reference", <CopiedId label="reference">{expected.reference}</CopiedId>],
            ["Standing", PAYMENT_LABELS[expected.status]],
            ["Seller", <AccountLink account={expected} />],
            [
              "Order",
              <a class="link link-primary" href={orderPath(expected.sellerCode, expected.escrow)}>
                {expected.referenceCode}
              </a>,
            ],
            ["Buyer", expected.buyer],
            ["Asked for", <Time at={expected.created} />],
            ["Has to arrive by", <Time at={expected.fundingDeadline} />],
            [
              "The buyer says",
              expected.claimedAt === null ? (
                "nothing yet"
              ) : (
                <>
                  it was paid, <Time at={expected.claimedAt} />
                </>
              ),
            ],
            ...(expected.refusal === null
              ? []
              : [["The buyer was told", <Given text={expected.refusal} lines={5} />] as const]),
          ]}
        />
        {proofs.length === 0 ? null : (
          <div class="mt-4">
            <h3 class="text-sm font-medium">Handed in by the buyer</h3>
            <EvidenceFiles files={proofs} fileUrl={(id) => `${home}/proofs/${id}`} />
          </div>
        )}
      </Section>
      <Section title="What came in" lead={receipts.length === 0 ? "Nothing was booked yet." : undefined}>
        {receipts.length === 0 ? null : (
          <ul class="divide-y divide-base-300">
            {receipts.map((one) => (
              <Receipt
                one={one}
                currency={expected.currency}
                home={home}
                csrf={context.csrf}
                reversal={reversal}
                isOwn={own !== null}
              />
            ))}
          </ul>
        )}
      </Section>
      {own === null ? (
        <>
          <BookForm home={home} csrf={context.csrf} from={from} typed={typed} currency={expected.currency} />
          {isClaimed ? <RefuseForm home={home} csrf={context.csrf} reason={reason} /> : null}
        </>
      ) : (
        <Notice tone="note">{OWN[own]}</Notice>
      )}
    </DeskFrame>
  );
}

function Receipt({
  one,
  currency,
  home,
  csrf,
  reversal,
  isOwn,
}: {
  one: ReceiptView;
  currency: string;
  home: string;
  csrf: string;
  reversal: TypedReversal;
  isOwn: boolean;
}): JSX.Element {
  const typed = reversal.payment === one.payment ? reversal : NO_REASON;
  return (
    <li class="py-3 first:pt-0 last:pb-0">
      <div class="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <Facts
          rows={[
            ["Amount", money(one.amount, currency, "en")],
            ["Day", dayText(one.day)],
            ["Bank’s reference", <CopiedId label="bank’s reference">{one.bankReference}</CopiedId>],
            ["Booked by", one.bookedBy],
            ["Booked", <Time at={one.created} />],
          ]}
        />
        {one.isReversed ? (
          <Badge tone="bad" icon="rotate-ccw" text="Taken back" />
        ) : one.payment === null ? (
          <Badge tone="waiting" icon="clock" text="Being booked" />
        ) : isOwn ? null : (
          <Confirm
            label="Booked by mistake"
            icon="rotate-ccw"
            isOpen={typed.problem !== null}
            question="Another operator has to confirm it, and all of the money must still be held. The amount is taken back as a movement of its own; the order ends if nothing else is held."
          >
            <form method="post" action={`${home}/reverse`}>
              <input type="hidden" name="csrf" value={csrf} />
              <input type="hidden" name="booked" value={one.payment} />
              <ReasonField
                name="reversal_reason"
                id={`reversal-${one.receipt}`}
                typed={typed}
                hint="What went wrong. It goes into the audit log, and the operator who confirms reads it."
              />
              <button type="submit" class="btn btn-sm btn-error btn-outline">
                Ask to take it back
              </button>
            </form>
          </Confirm>
        )}
      </div>
    </li>
  );
}

const BookForm = ({
  home,
  csrf,
  from,
  currency,
  typed: { amount, day, bankReference, problems },
}: {
  currency: string;
  home: string;
  csrf: string;
  from: SecondFrom;
  typed: TypedReceipt;
}): JSX.Element => (
  <Section
    id="book"
    title="Book what came in"
    lead={`Book exactly what the account shows, even if it is less or more than was asked for.${
      from === null ? "" : ` Above ${usd(from, "en")} another operator confirms it.`
    }`}
  >
    <form method="post" action={`${home}/book`}>
      <input type="hidden" name="csrf" value={csrf} />
      <div class="grid gap-x-4 sm:grid-cols-2">
        <Field label={`Amount, ${currency === CURRENCY ? "$" : currency}`} name="amount" problem={problems.amount}>
          <AmountInput name="amount" value={amount} problem={problems.amount} isUsd={currency === CURRENCY} required />
        </Field>
        <Field label="Day" name="day" hint="The day the bank booked it." problem={problems.day}>
          <input
            type="date"
            class="input w-full max-w-48"
            value={day}
            required
            {...described("day", { hasHint: true, problem: problems.day })}
          />
        </Field>
      </div>
      <Field
        label="Bank’s reference"
        name="bank_reference"
        hint="The bank’s own reference of the transfer, from the account or the statement. Nothing is booked twice under it."
        problem={problems.bankReference}
      >
        <input
          type="text"
          class="input w-full"
          maxLength={maxLengthFor(BANK_REFERENCE_MAX)}
          autocomplete="off"
          value={bankReference}
          required
          {...described("bank_reference", { hasHint: true, problem: problems.bankReference })}
        />
      </Field>
      <button type="submit" class="btn btn-sm btn-primary">
        Book the receipt
      </button>
    </form>
  </Section>
);

const RefuseForm = ({ home, csrf, reason }: { home: string; csrf: string; reason: TypedReason }): JSX.Element => (
  <Section
    id="refuse"
    title="The money isn’t there"
    lead="The buyer reads your reason on the payment page, and can say again that it was paid. Money that comes is booked all the same."
  >
    <form method="post" action={`${home}/refuse`}>
      <input type="hidden" name="csrf" value={csrf} />
      <ReasonField
        typed={reason}
        hint="The buyer reads it: say what you looked for, and what would help you find it."
      />
      <button type="submit" class="btn btn-sm">
        Tell the buyer
      </button>
    </form>
  </Section>
);
