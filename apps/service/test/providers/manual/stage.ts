/**
 * A rail of the operator's own as a stage: its bank is a statement that is imported line by line, and what is to be sent is sent by an
 * operator as soon as it is asked for.
 */
import { importStatement } from "../../../src/commands/import-statement.js";
import { cents, formatMoney } from "../../../src/domain/money.js";
import { COMMAND_LINE } from "../../../src/domain/operators.js";
import { type Rail, railProvider } from "../../../src/domain/rails.js";
import type { Database } from "../../../src/platform/database.js";
import { openRail } from "../../../src/providers/manual/adapter.js";
import type { PaidOut, Provider, Report } from "../../../src/providers/port.js";
import { wrapped } from "../../../src/providers/wrapper.js";
import { type Fate, LATER_SECONDS, type Stage } from "../stage.js";
import { closingOf, csvOf, fileOf } from "./files.js";

type Kind = "refund" | "payout";

/** @param rail whose statements are files of CSV. */
export function openRailStage(db: Database, rail: Rail, payee: NonNullable<Stage["payee"]>): Stage {
  const name = railProvider(rail);
  let statements = 0;
  const sql = <Row>(text: string, values: readonly unknown[]): Promise<readonly Row[]> => {
    statements += 1;
    return db.query<Row>({ name: `rail stage ${statements}`, text, values });
  };

  let balance = "1000.00";
  let said = 0;
  let last: Promise<unknown> = Promise.resolve();
  /** One statement of a rail is read at a time. */
  const bankSays = (amount: string, text: string): Promise<void> => {
    const next = last.then(async () => {
      said += 1;
      const lines = [{ day: "2026-05-10", amount, text: `${text} no. ${said}` }];
      const sheet = { opening: balance, lines };
      const file = { path: fileOf(csvOf(sheet)), name: "may.csv", operator: COMMAND_LINE, isDry: false };
      await importStatement(db, rail, file);
      balance = closingOf(sheet);
    });
    last = next.catch(() => undefined);
    return next;
  };

  const fates: Record<Kind, Fate> = { refund: "paid", payout: "paid" };
  const decided = new Map<string, Promise<unknown>>();
  let waiting: { readonly left: number; readonly send: () => Promise<void> }[] = [];
  const send = async (kind: Kind, reference: string): Promise<void> => {
    const [row] = await sql<{ code: string; amount: string }>(
      "select code, amount from rail_outgoing where provider = $1 and kind = $2 and reference = $3 and status = 'OPEN'",
      [name, kind, reference],
    );
    if (row !== undefined) await bankSays(`-${formatMoney(cents(BigInt(row.amount)))}`, row.code);
  };
  const decide = async (kind: Kind, reference: string): Promise<unknown> => {
    switch (fates[kind]) {
      case "paid":
        return send(kind, reference);
      case "later":
        return waiting.push({ left: LATER_SECONDS - 1, send: () => send(kind, reference) });
      case "refused":
        return sql(
          `update rail_outgoing set status = 'REFUSED', reason = 'No such account.', ended_at = service_now()
           where provider = $1 and kind = $2 and reference = $3`,
          [name, kind, reference],
        );
      default:
        throw new Error("a rail sends nothing that comes back by itself");
    }
  };
  /** What operators and their bank make of what is asked for, once; whoever asks meanwhile waits for it. */
  const decidedOnce = (kind: Kind, reference: string): Promise<unknown> => {
    const decision = decided.get(reference) ?? decide(kind, reference);
    decided.set(reference, decision);
    return decision;
  };
  const handled = async (kind: Kind, reference: string, ask: () => Promise<PaidOut>): Promise<PaidOut> => {
    const answer = await ask();
    if (answer.kind !== "pending") return answer;
    await decidedOnce(kind, reference);
    return ask();
  };

  const behind = wrapped(openRail(rail, { db, isLive: false }), { db });
  const provider: Provider = Object.assign(Object.create(behind) as Provider, {
    refund: (order) => handled("refund", order.reference, () => behind.refund(order)),
    payout: (order) => handled("payout", order.reference, () => behind.payout(order)),
  } satisfies Pick<Provider, "refund" | "payout">);

  return {
    provider,
    pay: async (reference) => {
      const [row] = await sql<{ amount: string }>(
        "select amount from rail_payments where provider = $1 and reference = $2",
        [name, reference],
      );
      if (row === undefined) return false;
      await bankSays(formatMoney(cents(BigInt(row.amount))), reference);
      return true;
    },
    transfer: async (reference, amount) => {
      await bankSays(formatMoney(amount), reference);
      return true;
    },
    notices: async () => [],
    told: async (reference) => {
      const rows = await sql<{ reports: readonly (Report & { readonly amount?: string })[] }>(
        "select reports from provider_notices where provider = $1 and reports -> 0 ->> 'reference' = $2 order by id",
        [name, reference],
      );
      return rows.flatMap(({ reports }) =>
        reports.map(
          (one) => ({ ...one, ...(one.amount === undefined ? {} : { amount: BigInt(one.amount) }) }) as Report,
        ),
      );
    },
    covers: [],
    setRefunds: async (fate) => {
      fates.refund = fate;
    },
    setPayouts: async (fate) => {
      fates.payout = fate;
    },
    payee,
    faults: [],
    fault: async () => undefined,
    advance: async (seconds) => {
      await sql("update test_clock set offset_seconds = offset_seconds + $1", [seconds]);
      const passed = waiting.map((one) => ({ ...one, left: one.left - seconds }));
      waiting = passed.filter(({ left }) => left > 0);
      for (const due of passed.filter(({ left }) => left <= 0)) await due.send();
    },
    made: async (reference) => {
      const rows = await sql<{ amount: string }>(
        `select amount from rail_payments where provider = $1 and reference = $2
         union all select amount from rail_outgoing where provider = $1 and reference = $2 and status <> 'REFUSED'`,
        [name, reference],
      );
      return rows.map(({ amount }) => formatMoney(cents(BigInt(amount))));
    },
    secrets: [payee.number],
    close: async () => undefined,
  };
}
