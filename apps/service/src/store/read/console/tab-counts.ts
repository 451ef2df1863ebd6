/** How many rows stand behind the tabs of a list, by the indexes that the list walks. */
import { SESSION_STATUSES, type SessionStatus } from "@holdfast/contract";
import type { AccountId } from "../../../domain/ids.js";
import type { Reads } from "../../../platform/late-reads.js";
import type { Condition } from "./lists.js";
import { type EscrowGroup, GROUPS } from "./orders.js";

/** More of a group than so many are not told apart. */
export const GROUP_COUNTED = 100;

/** A part of a statement: how many rows `t` of account `$1` meet one of the conditions, none of which takes a value. Each is walked for GROUP_COUNTED rows at most. */
const groupCount = (table: "escrows" | "checkout_sessions", conditions: readonly Condition[]): string => {
  const branches = conditions.map(
    ({ sql }) =>
      `(select t.id from ${table} t where t.account_id = $1 and ${sql} order by t.id desc limit ${GROUP_COUNTED})`,
  );
  return `(select count(*)::int from (select 1 from (${branches.join(" union ")}) every limit ${GROUP_COUNTED}) counted)`;
};

/** How many rows each group has, counted no further than GROUP_COUNTED. */
export type GroupCounts<Group extends string> = Readonly<Record<Group, number>>;

/** Those that sellers go through; what was disputed at any time is asked for by itself. */
export const COUNTED_GROUPS = [
  "to_deliver",
  "in_review",
  "disputed",
  "unfunded",
  "done",
] as const satisfies readonly EscrowGroup[];
export type CountedGroup = (typeof COUNTED_GROUPS)[number];

/** One statement, by the indexes that the groups are listed by. */
export async function countEscrowGroups(db: Reads, account: AccountId): Promise<GroupCounts<CountedGroup>> {
  const [counts] = await db.read<GroupCounts<CountedGroup>>({
    name: "count escrow groups",
    text: `select ${COUNTED_GROUPS.map((group) => `${groupCount("escrows", GROUPS[group])} as ${group}`).join(", ")}`,
    values: [account],
  });
  if (counts === undefined) throw new Error("no answer to how many there are");
  return counts;
}

/** One statement, by checkout_sessions_status. */
export async function countSessionStatuses(db: Reads, account: AccountId): Promise<GroupCounts<SessionStatus>> {
  const [counts] = await db.read<GroupCounts<SessionStatus>>({
    name: "count session statuses",
    text: `select ${SESSION_STATUSES.map(
      (status) => `${groupCount("checkout_sessions", [{ sql: `t.status = '${status}'` }])} as "${status}"`,
    ).join(", ")}`,
    values: [account],
  });
  if (counts === undefined) throw new Error("no answer to how many there are");
  return counts;
}

/** One statement, by escrows_disputed, or escrows_status, and escrows_disputes. */
export async function countDisputes(db: Reads, account: AccountId): Promise<GroupCounts<"open" | "ended">> {
  const ended = [{ sql: "t.dispute_reference is not null and t.status <> 'DISPUTED'" }];
  const [counts] = await db.read<GroupCounts<"open" | "ended">>({
    name: "count disputes",
    text: `select ${groupCount("escrows", GROUPS.disputed)} as open, ${groupCount("escrows", ended)} as ended`,
    values: [account],
  });
  if (counts === undefined) throw new Error("no answer to how many there are");
  return counts;
}
