/**
 * Where things stand, as a seller reads it: one table a kind of thing. Amber waits for somebody, blue goes on by itself, red
 * is a dispute or a failure; the colour and the drawing only repeat what the words say.
 */
import type { EscrowStatus, MilestoneStatus, SessionStatus } from "@holdfast/contract";
import type { JSX } from "preact";
import type { ChargebackStatus, PaymentStatus, RefundStatus } from "../../domain/states.js";
import type { DeliveryState } from "../../store/read/console/orders.js";
import type { Tone } from "./badge.js";
import { Badge } from "./badge.js";
import type { IconName } from "./icons.js";
import { useWords } from "./language.js";
import { statusWords } from "./words.js";

/** How a status looks. */
export type StatusLook = { readonly tone: Tone; readonly icon: IconName };

const SESSION_LOOKS = {
  OPEN: { tone: "calm", icon: "clock" },
  COMPLETED: { tone: "calm", icon: "user-round" },
  EXPIRED: { tone: "over", icon: "timer-off" },
} as const satisfies Record<SessionStatus, StatusLook>;

export const ESCROW_LOOKS = {
  PENDING_ACCEPTANCE: { tone: "calm", icon: "clock" },
  PENDING_FUNDING: { tone: "calm", icon: "clock" },
  AWAITING_PAYMENT: { tone: "calm", icon: "clock" },
  WAITING_PAYMENT_CONFIRMATION: { tone: "calm", icon: "hourglass" },
  PARTIALLY_FUNDED: { tone: "calm", icon: "hourglass" },
  IN_ESCROW: { tone: "waiting", icon: "package-check" },
  WORK_IN_PROGRESS: { tone: "calm", icon: "shield-check" },
  COMPLETED: { tone: "good", icon: "circle-check" },
  DISPUTED: { tone: "bad", icon: "triangle-alert" },
  DECLINED: { tone: "over", icon: "circle-x" },
  CANCELLED: { tone: "over", icon: "circle-x" },
  CLOSED: { tone: "over", icon: "scale" },
  DEADLINE_EXPIRED: { tone: "over", icon: "timer-off" },
} as const satisfies Record<EscrowStatus, StatusLook>;

const MILESTONE_LOOKS = {
  PENDING: { tone: "over", icon: "hourglass" },
  AWAITING_REVIEW: { tone: "calm", icon: "clock" },
  REVISION_REQUESTED: { tone: "waiting", icon: "message-square" },
  COMPLETED: { tone: "good", icon: "circle-check" },
  DISPUTED: { tone: "bad", icon: "triangle-alert" },
} as const satisfies Record<MilestoneStatus, StatusLook>;

const PAYMENT_LOOKS = {
  CREATED: { tone: "calm", icon: "clock" },
  PENDING: { tone: "calm", icon: "hourglass" },
  SUCCEEDED: { tone: "good", icon: "circle-check" },
  FAILED: { tone: "over", icon: "circle-x" },
} as const satisfies Record<PaymentStatus, StatusLook>;

const REFUND_LOOKS = {
  PENDING: { tone: "calm", icon: "hourglass" },
  SENT: { tone: "calm", icon: "hourglass" },
  SUCCEEDED: { tone: "good", icon: "circle-check" },
  FAILED: { tone: "waiting", icon: "clock" },
  HELD: { tone: "waiting", icon: "landmark" },
} as const satisfies Record<RefundStatus, StatusLook>;

const CHARGEBACK_LOOKS = {
  INQUIRY: { tone: "waiting", icon: "circle-alert" },
  OPEN: { tone: "waiting", icon: "clock" },
  ANSWERED: { tone: "calm", icon: "hourglass" },
  WON: { tone: "good", icon: "circle-check" },
  LOST: { tone: "bad", icon: "circle-x" },
} as const satisfies Record<ChargebackStatus, StatusLook>;

const DELIVERY_LOOKS = {
  PENDING: { tone: "calm", icon: "hourglass" },
  HELD: { tone: "waiting", icon: "clock" },
  SUCCEEDED: { tone: "good", icon: "circle-check" },
  FAILED: { tone: "bad", icon: "circle-alert" },
  SKIPPED: { tone: "over", icon: "ban" },
} as const satisfies Record<DeliveryState, StatusLook>;

export const SessionBadge = ({ status }: { status: SessionStatus }): JSX.Element => (
  <Badge {...SESSION_LOOKS[status]} text={useWords(statusWords)[`session_${status}`]} />
);
/** Of a session that became an order, how that stands: being confirmed is not being paid. */
export const SessionStanding = ({
  session: { status, orderStatus },
}: {
  session: { readonly status: SessionStatus; readonly orderStatus: EscrowStatus | null };
}): JSX.Element => (orderStatus === null ? <SessionBadge status={status} /> : <EscrowBadge status={orderStatus} />);
export const EscrowBadge = ({ status }: { status: EscrowStatus }): JSX.Element => (
  <Badge {...ESCROW_LOOKS[status]} text={useWords(statusWords)[`escrow_${status}`]} />
);
/** Of an order whose money had been booked by mistake. */
export const MistakenBadge = (): JSX.Element => (
  <Badge tone="over" icon="circle-x" text={useWords(statusWords).mistaken} />
);
export const BankDisputeBadge = (): JSX.Element => (
  <Badge {...ESCROW_LOOKS.DISPUTED} text={useWords(statusWords).bankDisputes} />
);
export const MilestoneBadge = ({ status }: { status: MilestoneStatus }): JSX.Element => (
  <Badge {...MILESTONE_LOOKS[status]} text={useWords(statusWords)[`milestone_${status}`]} />
);
export const PaymentBadge = ({ status }: { status: PaymentStatus }): JSX.Element => (
  <Badge {...PAYMENT_LOOKS[status]} text={useWords(statusWords)[`payment_${status}`]} />
);
export const RefundBadge = ({ status }: { status: RefundStatus }): JSX.Element => (
  <Badge {...REFUND_LOOKS[status]} text={useWords(statusWords)[`refund_${status}`]} />
);
export const ChargebackBadge = ({ status }: { status: ChargebackStatus }): JSX.Element => (
  <Badge {...CHARGEBACK_LOOKS[status]} text={useWords(statusWords)[`chargeback_${status}`]} />
);
/** @param count of deliveries that stand so, where there are several. */
export const DeliveryBadge = ({
  status,
  count = null,
}: {
  status: DeliveryState;
  count?: number | null;
}): JSX.Element => {
  const text = useWords(statusWords)[`delivery_${status}`];
  return <Badge {...DELIVERY_LOOKS[status]} text={count === null ? text : `${text} (${count})`} />;
};
