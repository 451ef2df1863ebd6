/** Payouts that may not be: refused in words, and by the database too. */
import { describe, expect, test } from "vitest";
import { cancelPayout } from "../../src/commands/cancel-payout.js";
import type { DestinationId } from "../../src/domain/ids.js";
import { PAYOUT_DAILY_MAX, PAYOUT_MIN } from "../../src/domain/payouts.js";
import { uuidv7 } from "../../src/platform/random.js";
import { inAPurse, money, purse, statusOf, world } from "./paying-out.js";
import { cents, openPurse } from "./wallet.js";

inAPurse();

describe("what is refused, and by the database too", () => {
  const insert = (destination: DestinationId, amount: bigint) =>
    purse.sql(
      `insert into payouts (account_id, id, number, destination_id, amount, status, provider, reference, created)
       values ($1, gen_random_uuid(), 99, $2, $3, 'REQUESTED', 'sandbox-bank', gen_random_uuid(), service_now())`,
      [purse.account, destination, amount],
    );
  const standing = (values: string) => purse.sql(`update accounts set ${values} where id = $1`, [purse.account]);

  test("an account that is not verified, was rejected, or is stopped", async () => {
    await purse.earn("100.00");
    const destination = await purse.destination();
    for (const [values, reason] of [
      ["verification_status = 'UNVERIFIED'", "unverified"],
      ["verification_status = 'PENDING'", "unverified"],
      ["verification_status = 'REJECTED'", "rejected"],
      ["verification_status = 'VERIFIED', suspended = true", "suspended"],
    ] as const) {
      await standing(values);
      expect(await purse.request(destination, "10.00")).toEqual({ ok: false, reason });
      await expect(insert(destination, 1000n)).rejects.toThrow(/may not pay out/);
    }
    expect(await money()).toMatchObject({ available: cents("100.00"), pending: 0n });
  });

  test("what was asked for before an account was stopped waits there, and goes when it is reinstated", async () => {
    await purse.earn("100.00");
    const id = await purse.requested(await purse.destination(), "30.00");
    await standing("suspended = true");
    await purse.makeDue();
    await purse.send();
    expect(await statusOf(id)).toBe("REQUESTED");
    await standing("suspended = false");
    await purse.send();
    expect(await statusOf(id)).toBe("PAID");
  });

  test("too little, too much, more than is there, and more than a day takes", async () => {
    await purse.earn("30000.00");
    const destination = await purse.destination();
    const reason = async (amount: string) => {
      const told = await purse.request(destination, amount);
      return told.ok ? "taken" : told.reason;
    };
    expect(await reason("0.99")).toBe("below_minimum");
    await expect(insert(destination, PAYOUT_MIN - 1n)).rejects.toThrow(/violates check constraint/);
    expect(await reason("10000.01")).toBe("above_maximum");
    expect(await reason("30000.01")).toBe("not_enough");
    expect(await reason("10000.00")).toBe("taken");
    expect(await reason("10000.00")).toBe("taken");
    expect(await reason("5000.01")).toBe("above_daily");
    const cancelled = await purse.requested(destination, "5000.00");
    expect(await reason("1.00")).toBe("above_daily");
    await expect(insert(destination, 100n)).rejects.toThrow(new RegExp(`no more than ${PAYOUT_DAILY_MAX}`));
    // What came back counts for nothing; and what an operator has set, takes the place of both bounds.
    await cancelPayout(purse.executor, { account: purse.account, payout: cancelled });
    expect(await reason("1.00")).toBe("taken");
    await standing("payout_daily_max = 100");
    expect(await reason("1.01")).toBe("above_maximum");
    expect(await reason("1.00")).toBe("above_daily");
    await standing("payout_daily_max = 99900000");
    expect(await reason("9999.00")).toBe("taken");
  });

  test("a destination that is new, was removed, or is another account's", async () => {
    await purse.earn("100.00");
    const destination = await purse.destination();
    const other = openPurse(world, await world.merchant());
    const foreign = await other.destination();
    expect(await purse.request(foreign, "10.00")).toEqual({ ok: false, reason: "no_destination" });
    await purse.sql("update payout_destinations set removed_at = service_now() where id = $1", [destination]);
    expect(await purse.request(destination, "10.00")).toEqual({ ok: false, reason: "no_destination" });
    await expect(insert(destination, 1000n)).rejects.toThrow(/nothing may be paid out to/);
    const fresh = uuidv7() as DestinationId;
    await purse.sql(
      `insert into payout_destinations (account_id, id, kind, name, number, slot, created, usable_at)
       values ($1, $2, 'mobile_money', 'Ada', '+255712345999', 10, service_now(), service_now() + 86400)`,
      [purse.account, fresh],
    );
    expect(await purse.request(fresh, "10.00")).toEqual({ ok: false, reason: "new_destination" });
    await expect(insert(fresh, 1000n)).rejects.toThrow(/nothing may be paid out to/);
  });

  test("a payout that is not in the ledger as its status says, and a line that no transfer wrote", async () => {
    await purse.earn("100.00");
    const destination = await purse.destination();
    await expect(insert(destination, 1000n)).rejects.toThrow(/the ledger has/);
    const id = await purse.requested(destination, "10.00");
    for (const [text, refusal] of [
      ["update payouts set status = 'CANCELLED', ended_at = 1 where id = $1", /the ledger has/],
      [
        "update payouts set status = 'PAID', ended_at = 1, sent_at = 1 where id = $1",
        /may not go from REQUESTED to PAID/,
      ],
      ["update payouts set amount = 900 where id = $1", /does not change/],
      ["delete from payouts where id = $1", /is refused/],
    ] as const) {
      await expect(purse.sql(text, [id])).rejects.toThrow(refusal);
    }
    await expect(
      purse.sql(
        `insert into wallet_lines (account_id, number, transfer_id, kind, amount, balance_after, created)
         select account_id, 99, id, 'release', 1, 1, 1 from ledger_transfers limit 1`,
      ),
    ).rejects.toThrow(/lines are written by transfers/);
    for (const text of ["update wallet_lines set amount = 1", "delete from wallet_lines", "truncate wallet_lines"])
      await expect(purse.sql(text)).rejects.toThrow(/its rows are written once/);
  });
});
