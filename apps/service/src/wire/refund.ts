/** Refund (contract package, "Refund"). */
import { formatAmount } from "../domain/currencies.js";
import { formatId } from "../domain/ids.js";
import type { Escrow } from "../domain/model.js";
import { formatMoney } from "../domain/money.js";
import type { ShownRefund } from "../domain/refunds.js";
import { text } from "./json.js";

/** The refund as JSON text. */
export const writeRefund = (refund: ShownRefund): string => `{${refundFields(refund)}}`;

/** As an event shows it: with where it belongs and the earlier status. */
export function writeEventRefund(
  escrow: Pick<Escrow, "session" | "externalReference">,
  refund: ShownRefund,
  previousStatus: ShownRefund["status"] | null,
): string {
  const previous = previousStatus === null ? "" : `,"previous_status":"${previousStatus}"`;
  return `{${refundFields(refund)},"checkout_session":"${formatId("session", escrow.session)}","order_reference":${text(escrow.externalReference)}${previous}}`;
}

const quoted = (value: string | null): string => (value === null ? "null" : `"${value}"`);

/** Of one that all goes back in a currency that is not USD; absent otherwise. */
function presentedFields({ back }: ShownRefund): string {
  const [only, ...others] = back ?? [];
  if (only === undefined || others.length > 0) return "";
  return `,"presented_currency":"${only.currency}","presented_amount":"${formatAmount(only.amount, only.currency)}"`;
}

const refundFields = (refund: ShownRefund): string =>
  `"id":"${refund.number}","object":"refund","escrow_id":"${refund.escrow}","milestone_id":${quoted(refund.milestone)},"amount":"${formatMoney(refund.amount)}","currency":"USD","fee_refunded":"${formatMoney(refund.fees)}","source":"${refund.source}","status":"${refund.status}","failure_reason":${quoted(refund.failure)},"reason":"${refund.reason}","external_reference":${text(refund.externalReference)},"metadata":${JSON.stringify(refund.metadata)},"created_at":${refund.created},"updated_at":${refund.updated}${presentedFields(refund)}`;
