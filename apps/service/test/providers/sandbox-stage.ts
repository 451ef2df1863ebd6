/** The sandbox's providers as a stage: payers, books and faults of theirs, over a real database. */
import { expect } from "vitest";
import { cents, formatMoney } from "../../src/domain/money.js";
import { unixSeconds } from "../../src/platform/clock.js";
import type { Database } from "../../src/platform/database.js";
import { noticeKey, openProviders } from "../../src/providers/open.js";
import type { CallbackRequest, Provider } from "../../src/providers/port.js";
import type { SandboxName } from "../../src/providers/sandbox/names.js";
import { answerPhone, disputeCard, findPlayed, transferMoney, typeCard } from "../../src/providers/sandbox/play.js";
import { SIGNATURE_HEADER } from "../../src/providers/sandbox/read-notice.js";
import { signNotice } from "../../src/providers/signature.js";
import { SECRET } from "../payments/desk.js";
import type { Stage } from "./stage.js";

export const SANDBOX_ORIGIN = "http://localhost:1";
const origin = (): string => SANDBOX_ORIGIN;

const paymentOf = (theirId: string): string => theirId.replace("dispute-", "");

const playersOf = (
  db: Database,
): Readonly<Record<SandboxName, Pick<Stage, "pay" | "decline" | "transfer" | "payee" | "dispute">>> => ({
  "sandbox-card": {
    pay: async (reference) => (await typeCard(db, reference, "4242424242424242")) === "approved",
    decline: (reference) => typeCard(db, reference, "4000000000000002"),
    dispute: {
      open: async (reference, at) => {
        const deed = at === "inquiry" ? "inquire" : "take";
        expect(await disputeCard(db, reference, deed)).not.toBe("too_late");
        return `dispute-${reference}`;
      },
      decide: async (theirId, outcome) => {
        expect(await disputeCard(db, paymentOf(theirId), outcome)).toBe(outcome);
      },
      notice: async (theirId) => (await noticesOf(db, "sandbox-card", paymentOf(theirId))).at(-1) as CallbackRequest,
      evidence: async (theirId) => {
        const dispute = (await findPlayed(db, "sandbox-card", paymentOf(theirId)))?.dispute;
        return dispute?.story == null ? null : { story: dispute.story, files: dispute.files.length };
      },
    },
  },
  "sandbox-mobile-money": {
    pay: async (reference) => (await answerPhone(db, reference, { kind: "approve", pin: "1234" })) === "approved",
    decline: (reference) => answerPhone(db, reference, { kind: "decline" }),
    payee: { kind: "mobile_money", name: "Ada Byron", number: "+255712345678" },
  },
  "sandbox-bank": {
    pay: async (reference) => {
      const order = await findPlayed(db, "sandbox-bank", reference);
      return order?.asked != null && (await transferMoney(db, reference, order.asked)) === "received";
    },
    transfer: async (reference, amount) => (await transferMoney(db, reference, amount)) === "received",
    payee: { kind: "bank", name: "Ada Byron", number: "DE75512108001245126199", bank: "First Bank" },
  },
});

let statements = 0;
const sql = <Row>(db: Database, text: string, values: readonly unknown[] = []): Promise<readonly Row[]> => {
  statements += 1;
  return db.query<Row>({ name: `stage ${statements}`, text, values });
};

export const noticed = (name: SandboxName, body: Buffer, headers: Record<string, string>): CallbackRequest => ({
  method: "POST",
  path: `/callbacks/${name}`,
  host: "localhost:1",
  headers: { "content-type": "application/json", ...headers },
  body,
});

async function noticesOf(
  db: Database,
  name: SandboxName,
  ...[reference, { ago = 0, isUnsigned = false } = {}]: Parameters<Stage["notices"]>
): ReturnType<Stage["notices"]> {
  const rows = await sql<{ body: string }>(
    db,
    "select body from sandbox_bank.notices where provider = $1 and body::json ->> 'order' = $2 order by id",
    [name, reference],
  );
  return rows.map((row) => {
    const body = Buffer.from(row.body);
    const signature = signNotice(noticeKey(SECRET, name), unixSeconds() - ago, body);
    return noticed(name, body, isUnsigned ? {} : { [SIGNATURE_HEADER]: signature });
  });
}

export function sandboxStage(db: Database, name: SandboxName): Stage {
  const { payee, ...player } = playersOf(db)[name];
  const mood = async (column: string, value: unknown): Promise<void> => {
    await sql(
      db,
      `insert into sandbox_bank.moods (provider, ${column}) values ($1, $2)
       on conflict (provider) do update set ${column} = excluded.${column}`,
      [name, value],
    );
  };
  return {
    ...player,
    provider: openProviders({ mode: "sandbox" }, { db, secret: SECRET, origin }).byName(name) as Provider,
    notices: (reference, how) => noticesOf(db, name, reference, how),
    covers: [],
    setCurrency: (currency) => mood("currency", currency),
    setRefunds: async (fate) => {
      await mood("refuses_refunds", fate === "refused");
      await mood("refunds", fate === "refused" ? "paid" : fate);
    },
    ...(payee === undefined ? {} : { payee, setPayouts: (fate) => mood("payouts", fate) }),
    setFloat: (amount) => mood("float", amount),
    faults: ["down", "lost", "dropped"],
    fault: async (kind) => {
      await mood("is_down", kind === "down");
      await mood("answers", kind === "lost" || kind === "dropped" ? kind : "given");
    },
    faultStatement: async (reference, fault) => {
      await sql(db, "insert into sandbox_bank.statement_faults (provider, line_id, fault) values ($1, $2, $3)", [
        name,
        `in-${reference}-1`,
        fault,
      ]);
    },
    advance: async (seconds) => {
      await sql(db, "update test_clock set offset_seconds = offset_seconds + $1", [seconds]);
    },
    made: async (reference) => {
      const rows = await sql<{ amount: string }>(
        db,
        `select asked as amount from sandbox_bank.payments where provider = $1 and reference = $2 and asked is not null
         union all
         select amount from sandbox_bank.outgoing where provider = $1 and reference = $2 and not is_refused
         union all
         select 0 from sandbox_bank.repeats where provider = $1 and reference = $2`,
        [name, reference],
      );
      return rows.map(({ amount }) => formatMoney(cents(BigInt(amount))));
    },
    secrets: ["255712345678", "ada@buyer.example"],
    close: async () => undefined,
  };
}
