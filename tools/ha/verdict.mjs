/** What was acknowledged against what the database has. */
import { parseId } from "../../apps/service/dist/domain/ids.js";

/** How each kind of acknowledged write is seen in the database; `$1` are ids, `$2` the account. */
const FOUND = {
  sessions: "select id from checkout_sessions where id = any($1::uuid[]) and account_id = $2",
  confirmed: "select id from escrows where id = any($1::uuid[]) and account_id = $2",
  paid: "select id from escrows where id = any($1::uuid[]) and account_id = $2 and funded = amount + fees",
};

const uuidOf = (kind, id) => (kind === "sessions" ? parseId("session", id) : id);

/** Those of the acknowledged writes that the database does not have. */
export async function missing(cluster, account, acknowledged) {
  const lost = [];
  for (const [kind, text] of Object.entries(FOUND)) {
    const ids = acknowledged[kind].map((id) => uuidOf(kind, id));
    const rows = await cluster.ask(text, [ids, account]);
    const found = new Set(rows.map(({ id }) => id));
    lost.push(...ids.filter((id) => !found.has(id)).map((id) => `${kind} ${id}`));
  }
  return lost;
}

/** More of a thing than was asked for, by the order id that each was asked for with. */
const DOUBLED = [
  [
    "sessions",
    "select external_reference as what from checkout_sessions where account_id = $1 group by 1 having count(*) > 1",
  ],
  ["escrows", "select external_reference as what from escrows where account_id = $1 group by 1 having count(*) > 1"],
  [
    "payments",
    `select escrow_id::text as what from payments where account_id = $1 and status = 'SUCCEEDED' group by 1 having count(*) > 1`,
  ],
];

/**
 * When nothing is under way any more.
 * @param feeds what each reader saw after `base`, in its order; `received` the events of webhooks
 */
export async function judge({ cluster, account, load, feeds, base, received }) {
  const { acknowledged } = load;
  const wrong = [];
  const lost = await missing(cluster, account, acknowledged);
  if (lost.length > 0) wrong.push(`lost: ${lost.slice(0, 10).join(", ")}`);
  let doubled = 0;
  for (const [name, text] of DOUBLED) {
    const rows = await cluster.ask(text, [account]);
    doubled += rows.length;
    if (rows.length > 0) wrong.push(`doubled ${name}: ${rows.slice(0, 5).map(({ what }) => what)}`);
  }
  const events = await cluster.ask("select id, number::int from events where account_id = $1 order by number", [
    account,
  ]);
  const gap = events.findIndex(({ number }, at) => number !== at + 1);
  if (gap >= 0) wrong.push(`event ${gap + 1} is missing`);
  const after = events.slice(events.findIndex(({ id }) => id === parseId("event", base)) + 1).map(({ id }) => id);
  for (const { web, ids } of feeds) {
    const seen = ids.map((id) => parseId("event", id));
    const at = after.findIndex((id, position) => id !== seen[position]);
    if (at >= 0 || seen.length !== after.length)
      wrong.push(`the feed of ${web} differs at ${at}: ${seen.length} of ${after.length} events`);
  }
  const told = new Set([...received].map((id) => parseId("event", id)));
  const untold = after.filter((id) => !told.has(id));
  if (untold.length > 0) wrong.push(`${untold.length} events were not delivered`);
  return {
    acknowledged: Object.values(acknowledged).reduce((sum, { length }) => sum + length, 0),
    events: after.length,
    lost: lost.length,
    doubled,
    wrong,
  };
}
