/**
 * What is put into statements when all else is at rest: lines that are missing, there twice, of another amount or fee, or
 * about nothing that anybody knows. Each has to be found as what it is, and nothing else.
 */
import { expect } from "vitest";
import { closeDifference } from "../../src/commands/close-difference.js";
import type { Operator } from "../../src/domain/operators.js";
import type { DifferenceClass } from "../../src/domain/reconciliation.js";
import { answerPhone } from "../../src/providers/sandbox/play.js";
import type { WrongLine } from "../providers/stage.js";
import { openDifferences } from "./money-books.js";
import type { Fixture } from "./money-fixture.js";

const FOUND_AS: Readonly<Record<WrongLine, DifferenceClass>> = {
  left_out: "ours_only",
  twice: "twice",
  fee: "fee",
  amount: "amount",
  unknown: "unknown_type",
};

const AT_DOUBLES = Object.keys(FOUND_AS) as readonly WrongLine[];

/** Through whom a new order is paid, and what can be wrong with the line that tells of it. */
export const INJECTED = [
  { provider: "stripe", method: "card", wrong: AT_DOUBLES },
  { provider: "pawapay", method: "mobile_money", phone: "+243813456789", wrong: AT_DOUBLES },
  {
    provider: "sandbox-mobile-money",
    method: "mobile_money",
    phone: "+255712345678",
    wrong: ["left_out", "twice", "fee"],
  },
] as const satisfies readonly { wrong: readonly WrongLine[]; [name: string]: unknown }[];

/** A payment that was begun, and waits for its payer. */
export type Begun = { readonly provider: string; readonly reference: string; readonly wrong: WrongLine };

/** Its payer pays, and the line that will tell of it is wrong. */
export async function payWrongly(
  { world, doubles, sql }: Fixture,
  { provider, reference, wrong }: Begun,
): Promise<void> {
  const { stripe, pawapay } = doubles;
  switch (provider) {
    case "stripe":
      stripe.statementFaults.set(reference, wrong);
      expect(stripe.pay(reference)).toBe(true);
      return;
    case "pawapay":
      expect(pawapay.books.of(reference)).toHaveLength(1);
      for (const entry of pawapay.books.of(reference)) {
        pawapay.books.statementFaults.set(entry.id, wrong);
        pawapay.books.complete(entry);
      }
      return;
    default:
      await sql("insert into sandbox_bank.statement_faults (provider, line_id, fault) values ($1, $2, $3)", [
        provider,
        `in-${reference}-1`,
        wrong,
      ]);
      expect(await answerPhone(world.db, reference, { kind: "approve", pin: "1234" })).toBe("approved");
  }
}

/** Nothing else differs than what was put in, each by itself. */
export async function expectFound(fixture: Fixture, begun: readonly Begun[]): Promise<void> {
  const found = (await openDifferences(fixture)).map(
    (one) => `${one.provider} ${one.class} ${one.reference ?? "of nobody"}`,
  );
  const expected = begun.map(({ provider, reference, wrong }) => {
    // The second line bears another id, and pawaPay's lines name nothing but ids.
    if (provider === "pawapay" && wrong === "twice") return `${provider} theirs_only of nobody`;
    return `${provider} ${FOUND_AS[wrong]} ${wrong === "unknown" ? "of nobody" : reference}`;
  });
  expect([...found].sort()).toEqual(expected.sort());
}

const OPERATOR: Operator = { id: null, name: "ada@desk.example", accounts: [], second: null };

/** Providers tell their statements anew, as they should have been; what was told wrongly first a person closes. */
export async function repair(fixture: Fixture): Promise<void> {
  const { world, doubles, sql } = fixture;
  doubles.stripe.statementFaults.clear();
  doubles.pawapay.books.statementFaults.clear();
  await sql("delete from sandbox_bank.statement_faults");
  await sql("update provider_statements set cursor = null");
  await fixture.readStatements();
  for (const { id, class: kind } of await openDifferences(fixture)) {
    expect(kind).not.toBe("ours_only");
    const given = { id, bookedTo: "provider_costs", reason: "Their support has said that the line is wrong." } as const;
    expect(await closeDifference(world.db, OPERATOR, given)).toMatchObject({ ok: true });
  }
  await fixture.readStatements();
  expect(await openDifferences(fixture)).toEqual([]);
}
