/** A seller says how much goes back, and reads what that does, before it is done. */
import type { JSX } from "preact";
import { usd } from "../../../../words/format.js";
import { Notice } from "../../../kit/ui.js";
import { RefundAgreement, RefundChoice } from "../../../refunds/parts.js";
import type { RefundPreview, TypedRefund } from "../../../refunds/preview.js";
import { refundWords } from "../../../refunds/words.js";
import { refundUrl } from "../../links.js";
import type { EscrowProps } from "../escrow/load.js";
import { OrderFrame } from "../order-frame.js";

type Props = EscrowProps & {
  readonly typed: TypedRefund;
  /** Null where no amount was typed that is one. */
  readonly preview: RefundPreview | null;
  /** What was typed is to be looked at; else it is to be typed. */
  readonly isAsked: boolean;
  /** What was agreed to is not what would happen any more. */
  readonly hasChanged?: boolean;
};

export function RefundPage({ context, story, typed, preview, isAsked, hasChanged = false }: Props): JSX.Element {
  const { escrow } = story;
  const { locale, csrf } = context;
  const words = refundWords(locale);
  const asked =
    preview?.ok === true && preview.needsSecond
      ? { label: words.ask({ amount: usd(preview.gets, locale) }), why: words.needsSecond }
      : null;
  const form = { action: refundUrl(context, escrow.id), typed, locale, words };
  return (
    <OrderFrame context={context} story={story} title={refundWords(context.locale).title}>
      {hasChanged ? <Notice tone="bad">{words.changed}</Notice> : null}
      {isAsked && preview?.ok === true ? (
        <RefundAgreement {...form} csrf={csrf} preview={preview} ask={asked} />
      ) : (
        <RefundChoice {...form} escrow={escrow} preview={preview} isAsked={isAsked} />
      )}
    </OrderFrame>
  );
}
