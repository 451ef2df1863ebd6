/** What stories about disputed payments are told with: what a bank says of a payment, and what stands in the books then. */
import { expect } from "vitest";
import { type Booked, bookReport } from "../../src/commands/book-report.js";
import type { Executor } from "../../src/commands/execute.js";
import { type AskedRefundPart, recordRefund } from "../../src/commands/record-refund.js";
import { sendRefund } from "../../src/commands/send-refund.js";
import type { FeeBearer } from "../../src/domain/chargebacks.js";
import { cents } from "../../src/domain/money.js";
import type { DisputeReport } from "../../src/providers/port.js";
import type { Json, Merchant, World } from "../harness.js";
import { NO_RATES } from "../rates.js";

export type Bank = {
  /** Says something of the payment of an order, its first unless told otherwise. */
  says(escrow: Json, stage: DisputeReport["stage"], said?: Said): Promise<Booked>;
  /** The chargebacks of an order, oldest first; amounts are text. */
  rows(escrow: Json): Promise<readonly Json[]>;
  /** What the merchant's accounts hold, in cents; debts are below zero. */
  balances(): Promise<Readonly<Record<string, number>>>;
  escrow(escrow: Json): Promise<Json>;
  parts(escrow: Json): Promise<readonly Json[]>;
  /** What becomes of the first refund of an order at its provider. */
  refund(escrow: Json, outcome: "sent" | "paid" | "refused"): Promise<{ readonly ok: boolean }>;
};

type Said = {
  readonly amount?: bigint;
  readonly isTaken?: boolean;
  readonly fee?: bigint;
  readonly theirId?: string;
  readonly payment?: number;
  readonly currency?: string;
};

let statements = 0;

export function openBank(
  world: Pick<World, "db">,
  {
    shop,
    executor,
    feeBorneBy = "merchant",
  }: { shop: Pick<Merchant, "account">; executor: Executor; feeBorneBy?: FeeBearer },
): Bank {
  const sql = (text: string, values: readonly unknown[] = []): Promise<readonly Json[]> =>
    world.db.query<Json>({ name: `test: bank ${statements++}`, text, values });
  return {
    says: async (
      escrow,
      stage,
      { amount, isTaken = stage === "opened" || stage === "answered" || stage === "lost", fee = 0n, ...said } = {},
    ) => {
      const payments = await sql(
        "select provider, reference, received from payments where escrow_id = $1 and status = 'SUCCEEDED' order by created, id",
        [escrow["id"]],
      );
      const payment = payments[said.payment ?? 0] as Json;
      return bookReport({ db: world.db, executor, feeBorneBy, rates: NO_RATES }, payment["provider"], {
        about: "dispute",
        payment: payment["reference"],
        theirId: said.theirId ?? `dp_${payment["reference"]}`,
        stage,
        isTaken,
        amount: cents(amount ?? BigInt(payment["received"])),
        currency: said.currency ?? "USD",
        fee: cents(fee),
        reason: "fraudulent",
        answerBy: null,
      });
    },
    rows: (escrow) =>
      sql(
        `select status, amount, taken, returned, from_held, from_refund, from_wallet, from_owed, fee, fee_owed
         from chargebacks where escrow_id = $1 order by created, id`,
        [escrow["id"]],
      ),
    balances: async () => {
      const rows = await sql(
        "select kind, sum(credits - debits) as net from ledger_accounts where account_id = $1 group by kind",
        [shop.account],
      );
      return Object.fromEntries(rows.map((row) => [row["kind"], Number(row["net"])]));
    },
    escrow: async (escrow) => {
      const [row] = await sql("select status, held, charged_back, open_chargebacks from escrows where id = $1", [
        escrow["id"],
      ]);
      expect(row).toBeDefined();
      return row as Json;
    },
    refund: async (escrow, outcome) => {
      const [row] = await sql("select refund_id, payment_id, reference from refund_parts where escrow_id = $1", [
        escrow["id"],
      ]);
      const part = {
        account: shop.account,
        escrow: escrow["id"],
        refund: row?.["refund_id"],
        payment: row?.["payment_id"],
        reference: row?.["reference"],
      };
      return outcome === "sent"
        ? sendRefund(executor, part as AskedRefundPart)
        : recordRefund(executor, part as AskedRefundPart, { kind: outcome });
    },
    parts: (escrow) =>
      sql("select status, amount, charged_back from refund_parts where escrow_id = $1 order by refund_id, payment_id", [
        escrow["id"],
      ]),
  };
}
