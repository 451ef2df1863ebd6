/**
 * Where things stand, as a seller reads it: one table a kind of thing. Amber waits for somebody, blue goes on by itself, red
 * is a dispute or a failure; the colour and the drawing only repeat what the words say.
 */
import type { EscrowStatus, MilestoneStatus, PaymentMethod, SessionStatus } from "@holdfast/contract";
import type { JSX } from "preact";
import type { Refund } from "../../domain/model.js";
import type { ChargebackStatus, PaymentFailure, PaymentStatus, RefundStatus } from "../../domain/states.js";
import type { DeliveryState } from "../../store/read/console/orders.js";
import type { Tone } from "./badge.js";
import { Badge } from "./badge.js";
import type { IconName } from "./icons.js";

/** How a status looks and what it is called. */
export type StatusLook = { readonly tone: Tone; readonly icon: IconName; readonly text: string };

export const SESSION_LOOKS = {
  OPEN: { tone: "calm", icon: "clock", text: "Open" },
  COMPLETED: { tone: "calm", icon: "user-round", text: "Confirmed" },
  EXPIRED: { tone: "over", icon: "timer-off", text: "Expired" },
} as const satisfies Record<SessionStatus, StatusLook>;

export const ESCROW_LOOKS = {
  PENDING_ACCEPTANCE: { tone: "calm", icon: "clock", text: "Waiting for acceptance" },
  PENDING_FUNDING: { tone: "calm", icon: "clock", text: "Waiting for payment" },
  AWAITING_PAYMENT: { tone: "calm", icon: "clock", text: "Buyer is paying" },
  WAITING_PAYMENT_CONFIRMATION: { tone: "calm", icon: "hourglass", text: "Payment on its way" },
  PARTIALLY_FUNDED: { tone: "calm", icon: "hourglass", text: "Partly paid" },
  IN_ESCROW: { tone: "waiting", icon: "package-check", text: "Paid, to be delivered" },
  WORK_IN_PROGRESS: { tone: "calm", icon: "shield-check", text: "In progress" },
  COMPLETED: { tone: "good", icon: "circle-check", text: "Completed" },
  DISPUTED: { tone: "bad", icon: "triangle-alert", text: "Disputed" },
  DECLINED: { tone: "over", icon: "circle-x", text: "Cancelled by the buyer" },
  CANCELLED: { tone: "over", icon: "circle-x", text: "Cancelled" },
  CLOSED: { tone: "over", icon: "scale", text: "Settled" },
  DEADLINE_EXPIRED: { tone: "over", icon: "timer-off", text: "Deadline passed" },
} as const satisfies Record<EscrowStatus, StatusLook>;

const MILESTONE_LOOKS = {
  PENDING: { tone: "over", icon: "hourglass", text: "Not submitted" },
  AWAITING_REVIEW: { tone: "calm", icon: "clock", text: "In review" },
  REVISION_REQUESTED: { tone: "waiting", icon: "message-square", text: "Changes requested" },
  COMPLETED: { tone: "good", icon: "circle-check", text: "Completed" },
  DISPUTED: { tone: "bad", icon: "triangle-alert", text: "Disputed" },
} as const satisfies Record<MilestoneStatus, StatusLook>;

const PAYMENT_LOOKS = {
  CREATED: { tone: "calm", icon: "clock", text: "Waiting for the buyer" },
  PENDING: { tone: "calm", icon: "hourglass", text: "On its way" },
  SUCCEEDED: { tone: "good", icon: "circle-check", text: "Received" },
  FAILED: { tone: "over", icon: "circle-x", text: "Failed" },
} as const satisfies Record<PaymentStatus, StatusLook>;

const REFUND_LOOKS = {
  PENDING: { tone: "calm", icon: "hourglass", text: "To be sent" },
  SENT: { tone: "calm", icon: "hourglass", text: "On its way" },
  SUCCEEDED: { tone: "good", icon: "circle-check", text: "Refunded" },
  FAILED: { tone: "waiting", icon: "clock", text: "With our support" },
  HELD: { tone: "waiting", icon: "landmark", text: "Held: the bank disputes it" },
} as const satisfies Record<RefundStatus, StatusLook>;

const CHARGEBACK_LOOKS = {
  INQUIRY: { tone: "waiting", icon: "circle-alert", text: "The bank asks" },
  OPEN: { tone: "waiting", icon: "clock", text: "Waits for our answer" },
  ANSWERED: { tone: "calm", icon: "hourglass", text: "Answered" },
  WON: { tone: "good", icon: "circle-check", text: "Won" },
  LOST: { tone: "bad", icon: "circle-x", text: "Lost" },
} as const satisfies Record<ChargebackStatus, StatusLook>;

export const chargebackText = (status: ChargebackStatus): string => CHARGEBACK_LOOKS[status].text;
export const ChargebackBadge = ({ status }: { status: ChargebackStatus }): JSX.Element => (
  <Badge {...CHARGEBACK_LOOKS[status]} />
);

const DELIVERY_LOOKS = {
  PENDING: { tone: "calm", icon: "hourglass", text: "To be delivered" },
  HELD: { tone: "waiting", icon: "clock", text: "Held" },
  SUCCEEDED: { tone: "good", icon: "circle-check", text: "Delivered" },
  FAILED: { tone: "bad", icon: "circle-alert", text: "Failed" },
  SKIPPED: { tone: "over", icon: "ban", text: "Skipped" },
} as const satisfies Record<DeliveryState, StatusLook>;

export const SessionBadge = ({ status }: { status: SessionStatus }): JSX.Element => (
  <Badge {...SESSION_LOOKS[status]} />
);
/** Of a session that became an order, how that stands: being confirmed is not being paid. */
export const SessionStanding = ({
  session: { status, orderStatus },
}: {
  session: { readonly status: SessionStatus; readonly orderStatus: EscrowStatus | null };
}): JSX.Element => (orderStatus === null ? <SessionBadge status={status} /> : <EscrowBadge status={orderStatus} />);
export const EscrowBadge = ({ status }: { status: EscrowStatus }): JSX.Element => <Badge {...ESCROW_LOOKS[status]} />;
export const BankDisputeBadge = (): JSX.Element => <Badge {...ESCROW_LOOKS.DISPUTED} text="Disputed by a bank" />;
export const MilestoneBadge = ({ status }: { status: MilestoneStatus }): JSX.Element => (
  <Badge {...MILESTONE_LOOKS[status]} />
);
export const PaymentBadge = ({ status }: { status: PaymentStatus }): JSX.Element => (
  <Badge {...PAYMENT_LOOKS[status]} />
);
export const RefundBadge = ({ status }: { status: RefundStatus }): JSX.Element => <Badge {...REFUND_LOOKS[status]} />;
/** @param count of deliveries that stand so, where there are several. */
export const DeliveryBadge = ({
  status,
  count = null,
}: {
  status: DeliveryState;
  count?: number | null;
}): JSX.Element => {
  const look = DELIVERY_LOOKS[status];
  return <Badge {...look} text={count === null ? look.text : `${look.text} (${count})`} />;
};

export const METHOD_LABELS = {
  card: "Card",
  mobile_money: "Mobile money",
  bank: "Bank transfer",
} as const satisfies Record<PaymentMethod, string>;

/** Why a payment brought no money. */
export const FAILURE_LABELS = {
  declined: "The payment was declined.",
  insufficient_funds: "Not enough money in the buyer's account.",
  wrong_pin: "The buyer entered a wrong PIN.",
  challenge_failed: "The buyer's bank couldn't confirm the payment.",
  timed_out: "The buyer didn't answer the prompt in time.",
  cancelled: "Cancelled, or replaced by another payment.",
  expired: "No payment arrived before the deadline.",
  unavailable: "We couldn't reach the payment provider.",
} as const satisfies Record<PaymentFailure, string>;

/** Why money goes back to the buyer. */
export const REFUND_REASONS = {
  overpaid: "The buyer paid more than was due",
  cancelled: "The order was cancelled",
  declined: "The buyer cancelled the order",
  deadline: "A deadline passed",
  settled: "The dispute was settled",
} as const satisfies Record<Refund["reason"], string>;
