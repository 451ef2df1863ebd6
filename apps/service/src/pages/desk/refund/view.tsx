/** An operator says how much goes back, and reads what that does, before it is done: as the seller does in the console. */
import type { JSX } from "preact";
import type { Order } from "../../../store/read/orders/orders.js";
import { Given } from "../../kit/given.js";
import { Notice, PageHead, Section } from "../../kit/ui.js";
import { RefundAgreement, RefundChoice } from "../../refunds/parts.js";
import type { TypedRefund } from "../../refunds/preview.js";
import type { DeskContext } from "../access.js";
import { DeskFrame } from "../frame.js";
import { deskRefundPath, orderPath } from "../links.js";
import { NO_REASON, OWN, ReasonField, type TypedReason } from "../parts.js";
import type { DeskPreview } from "./load.js";
import { deskRefundWords } from "./words.js";

type Props = DeskPreview & {
  readonly context: DeskContext;
  readonly order: Order;
  readonly typed: TypedRefund;
  /** What was typed is to be looked at; else it is to be typed. */
  readonly isAsked: boolean;
  /** Why it is refunded, for the log. */
  readonly note?: TypedReason;
  /** What the form was made with, where it is to be put right. */
  readonly once?: string;
  /** What was agreed to is not what would happen any more. */
  readonly hasChanged?: boolean;
};

export function DeskRefundPage(props: Props): JSX.Element {
  const { context, order, own, hasChanged = false } = props;
  const { escrow, merchant } = order;
  const words = deskRefundWords();
  return (
    <DeskFrame context={context} title={words.title} entry={null}>
      <PageHead
        title={words.title}
        up={{ href: orderPath(merchant.sellerCode, escrow.id), label: `Order ${escrow.referenceCode}` }}
        lead={<Given text={escrow.title} lines={2} />}
      />
      {hasChanged ? <Notice tone="bad">{words.changed}</Notice> : null}
      {own === null ? (
        <Step {...props} />
      ) : (
        <Section title="Refund">
          <p class="text-sm leading-relaxed">{OWN[own]}</p>
        </Section>
      )}
    </DeskFrame>
  );
}

function Step({ context, order, typed, preview, second, isAsked, note = NO_REASON, once }: Props): JSX.Element {
  const { escrow, merchant } = order;
  const form = {
    action: deskRefundPath(merchant.sellerCode, escrow.id),
    typed,
    locale: "en",
    words: deskRefundWords(),
  };
  if (!isAsked || preview?.ok !== true) {
    return <RefundChoice {...form} escrow={escrow} preview={preview} isAsked={isAsked} />;
  }
  return (
    <RefundAgreement
      {...form}
      csrf={context.csrf}
      preview={preview}
      {...(once === undefined ? {} : { once })}
      ask={second === null ? null : { label: "Ask another operator", why: second }}
    >
      <ReasonField
        typed={note}
        name="note"
        label="Why you refund it"
        hint="For the audit log. Neither the seller nor the buyer can see it."
      />
    </RefundAgreement>
  );
}
