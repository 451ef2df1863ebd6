/** A bill to draw. */

import { type Cents, cents } from "../../src/domain/money.js";
import type { Billed } from "../../src/papers/receipt.js";
import type { Issuer } from "../../src/store/read/issuer.js";
import type { PaymentView, RefundView } from "../../src/store/read/money/payments.js";
import type { OrderLine } from "../../src/store/read/orders/lines.js";

export const AT = 1_790_000_000;

export const ISSUER: Issuer = {
  tradingName: "Northwind Ceramics",
  sellerCode: "NW7K2M9Q",
  brandName: "",
  legalName: "Northwind Ceramics (Pty) Ltd",
  address: "14 Kiln Lane\nIndustrial Area\n00100 Nairobi",
  country: "KE",
  taxId: "P051234567X",
  phone: "",
  website: "",
  supportEmail: "help@northwind.example",
  logo: null,
};

const PLATES: readonly OrderLine[] = [
  { name: "Dinner plate, ash glaze", unitAmount: cents(2_400n), quantity: 6, sku: "" },
  { name: "Soup bowl, ash glaze", unitAmount: cents(1_450n), quantity: 6, sku: "" },
];

type Given = {
  readonly lines?: readonly OrderLine[];
  readonly amount?: Cents;
  readonly title?: string;
  readonly issuer?: Issuer;
};

/** An order of $249.90 and $6.55 of fees, paid by card in two parts; the second came an hour later. */
export function billed({
  lines = PLATES,
  amount = cents(24_990n),
  title = "Dinner set",
  issuer = ISSUER,
}: Given = {}): Billed {
  const escrow = {
    referenceCode: "TR-20260921.123456.24990",
    externalReference: "NW-10482",
    title,
    amount,
    fees: cents(655n),
    status: "IN_ESCROW",
    buyerEmail: "ada@example.com",
    created: AT - 3_600,
    fundingDeadline: AT + 86_400,
  };
  const payment = (received: bigint, receivedAt: number) => ({
    method: "card",
    status: "SUCCEEDED",
    asked: received,
    received,
    presented: null,
    created: AT - 600,
    receivedAt,
  });
  return {
    order: { escrow, lines, transfers: [] } as unknown as Billed["order"],
    payments: [payment(20_000n, AT - 60), payment(5_645n, AT + 3_600)] as unknown as PaymentView[],
    refunds: [] as readonly RefundView[],
    issuer,
  };
}
