/** What is asked of an adapter, and where. */
import type { TSchema } from "typebox";
import { Rates } from "./rates.js";
import * as S from "./schemas.js";
import { Test } from "./test-mode.js";

export type ProviderOperation = {
  readonly method: "GET" | "POST";
  /** `{reference}` and `{id}` are percent-encoded. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** By its name; each is text. */
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: TSchema;
  readonly answer: TSchema;
};

const LOOK = "Asked before anything is repeated: say `unknown` only when you are sure that asking again does it once.";
const ONCE = "Asked twice under one `reference`, it is done once, and answered as it stands.";
const TEST = "In `test` alone.";

export const PROVIDER_OPERATIONS = {
  capabilities: {
    method: "GET",
    path: "/capabilities",
    summary: "What you can do",
    description: "Asked every minute. Anything that you can't do is not asked for.",
    answer: S.Capabilities,
  },
  createPayment: {
    method: "POST",
    path: "/payments",
    summary: "Take a payment",
    description: ONCE,
    body: S.PaymentOrder,
    answer: S.PaymentCreated,
  },
  findPayment: {
    method: "GET",
    path: "/payments/{reference}",
    summary: "Find a payment",
    description: LOOK,
    answer: S.PaymentFound,
  },
  cancelPayment: {
    method: "POST",
    path: "/payments/{reference}/cancel",
    summary: "Call a payment off",
    description: "Asked twice, it is answered the same.",
    body: Test.Nothing,
    answer: S.PaymentCancelled,
  },
  refund: {
    method: "POST",
    path: "/refunds",
    summary: "Pay a payment back",
    description: `${ONCE} Never more in all than came in, and nothing of what a payer's bank disputes.`,
    body: S.RefundOrder,
    answer: S.Outgoing,
  },
  findRefund: {
    method: "GET",
    path: "/refunds/{reference}",
    summary: "Find a refund",
    description: LOOK,
    answer: S.OutgoingFound,
  },
  payout: {
    method: "POST",
    path: "/payouts",
    summary: "Pay a seller out",
    description: ONCE,
    body: S.PayoutOrder,
    answer: S.Outgoing,
  },
  findPayout: {
    method: "GET",
    path: "/payouts/{reference}",
    summary: "Find a payout",
    description: LOOK,
    answer: S.OutgoingFound,
  },
  checkPayee: {
    method: "POST",
    path: "/payees/check",
    summary: "Check whom to pay",
    description: "Asked before the first payout, as far as you can tell.",
    body: S.PayeeQuestion,
    answer: S.PayeeChecked,
  },
  findDispute: {
    method: "GET",
    path: "/disputes/{id}",
    summary: "Find a dispute",
    description: "Never asked where `disputes` is null.",
    answer: S.DisputeFound,
  },
  sendEvidence: {
    method: "POST",
    path: "/disputes/{id}/evidence",
    summary: "Hand evidence in",
    description: "By an operator, never by itself. Bodies are of at most 8 MB.",
    body: S.Evidence,
    answer: S.EvidenceTaken,
  },
  statement: {
    method: "GET",
    path: "/statement",
    summary: "Read the statement",
    description: "Never asked where `books` is null. Every movement stands there once, and their sum is the balance.",
    query: {
      from: "Where it begins, in Unix seconds, for who has no cursor.",
      cursor: "Of the page before; left out at the beginning.",
    },
    answer: S.Statement,
  },
  balance: {
    method: "GET",
    path: "/balance",
    summary: "Read the balance",
    description: "What lies with you.",
    answer: S.Balance,
  },
  rates: {
    method: "GET",
    path: "/rates",
    summary: "Say what currencies cost",
    description:
      "Asked every five minutes, where `rates` is true and no RATES_FILE is set, of the first in the order of PROVIDERS. A rate that is more than 20 % away from the last, or may be upside down, waits for an operator.",
    answer: Rates,
  },
  testPay: {
    method: "POST",
    path: "/test/payments/{reference}/pay",
    summary: "Play: the payer pays",
    description: TEST,
    body: Test.Pay,
    answer: Test.Played,
  },
  testDecline: {
    method: "POST",
    path: "/test/payments/{reference}/decline",
    summary: "Play: the payer declines",
    description: TEST,
    body: Test.Nothing,
    answer: Test.Played,
  },
  testDispute: {
    method: "POST",
    path: "/test/payments/{reference}/dispute",
    summary: "Play: the payer's bank disputes",
    description: TEST,
    body: Test.Dispute,
    answer: Test.Disputed,
  },
  testEvidence: {
    method: "GET",
    path: "/test/disputes/{id}/evidence",
    summary: "See: evidence",
    description: TEST,
    answer: Test.Evidence,
  },
  testLineFault: {
    method: "POST",
    path: "/test/payments/{reference}/statement",
    summary: "Play: a statement that is wrong",
    description: TEST,
    body: Test.LineFault,
    answer: Test.Played,
  },
  testConditions: {
    method: "POST",
    path: "/test/conditions",
    summary: "Play: what happens from now on",
    description: TEST,
    body: Test.Conditions,
    answer: Test.Played,
  },
  testAdvance: {
    method: "POST",
    path: "/test/advance",
    summary: "Play: time goes on",
    description: `${TEST} What is \`later\` is paid after 600 seconds, and what is \`returned\` comes back after 3600. Signatures go by the real clock.`,
    body: Test.Advance,
    answer: Test.Played,
  },
  testMade: {
    method: "GET",
    path: "/test/made/{reference}",
    summary: "See: what was done",
    description: TEST,
    answer: Test.Made,
  },
  testCallbacks: {
    method: "GET",
    path: "/test/callbacks/{reference}",
    summary: "See: what is reported",
    description: `${TEST} Of a dispute by its own id.`,
    answer: Test.Callbacks,
  },
} as const satisfies Record<string, ProviderOperation>;

export type ProviderOperationId = keyof typeof PROVIDER_OPERATIONS;
