/** Payments in the payer's own money, booked as a provider would report them, past the page on which they are asked for. */
import { expect } from "vitest";
import { openExecutor } from "../../src/commands/execute.js";
import { recordPayment } from "../../src/commands/record-payment.js";
import { stepOf } from "../../src/domain/currencies.js";
import type { AccountId, EscrowId } from "../../src/domain/ids.js";
import { type Cents, cents, parseMoney, ZERO } from "../../src/domain/money.js";
import { presentedFor } from "../../src/domain/rates.js";
import { spokenCode } from "../../src/platform/random.js";
import type { Json, Merchant, World } from "../harness.js";
import { ratesOf } from "../rates.js";

export const RATES = { KES: "129.35", XOF: "612.4", KWD: "0.30741" } as const;
export const RATES_MARGIN_BPS = 200;

export type Abroad = {
  readonly currency?: keyof typeof RATES;
  /** What it was to bring, in USD; all of the order by default. */
  readonly usd?: string;
  /** What came, in the unit of the currency; all that was asked for by default. */
  readonly received?: bigint;
  readonly provider?: string;
};

/** Books a payment at the rate of {@link RATES} with the margin on top. @returns its reference, and what was asked for. */
export async function payAbroad(
  world: World,
  shop: Merchant,
  escrow: Json,
  { currency = "KES", usd, received, provider = "sandbox" }: Abroad = {},
): Promise<{ readonly reference: string; readonly asked: Cents }> {
  const due = parseMoney(usd ?? escrow["total"]) as Cents;
  const terms = { currency, rate: RATES[currency], marginBps: RATES_MARGIN_BPS };
  const step = cents(stepOf(currency));
  const asked = presentedFor(due, terms, step);
  const reference = `HF${spokenCode(12)}`;
  const quoted = { ...terms, asked, step, source: "central bank", until: 4_102_444_800 };
  const report = {
    provider,
    reference,
    method: "mobile_money",
    outcome: "succeeded",
    amount: cents(received ?? asked),
    at: null,
  } as const;
  const told = await recordPayment(
    { executor: openExecutor(world.db), rates: ratesOf(RATES, { marginBps: RATES_MARGIN_BPS }) },
    {
      account: shop.account as AccountId,
      escrow: escrow["id"] as EscrowId,
      report,
      order: { asked: due, presented: { ...quoted, received: ZERO, taken: ZERO, takenUsd: ZERO } },
    },
  );
  expect(told).toMatchObject({ ok: true });
  return { reference, asked };
}
