/** Every kind of page of the console and the desk, for an account with a year of orders: how long each takes to answer. */
import { type LargeAccount, openLargeAccount } from "../console/account.js";
import { ask, LIMIT_MS } from "../console/ask.js";
import { milliseconds, type Row } from "../report.js";
import { median } from "../rounds.js";
import { API } from "../seed.js";
import { call, type World } from "../world.js";

export async function measureConsole(world: World, { escrows }: { escrows: number }): Promise<readonly Row[]> {
  const account = await openLargeAccount(world.target, escrows);
  await world.settle();
  const rows: Row[] = [];
  for (const [name, path] of await pagesOf(world, account)) {
    const { first, times } = await ask(world, account, path);
    const middle = median(times);
    rows.push({
      what: `console of ${escrows.toLocaleString("en-US")} escrows, ${name} (first ${milliseconds(first)})`,
      service: milliseconds(middle),
      floor: milliseconds(LIMIT_MS),
      ratio: middle / LIMIT_MS,
      goal: { atMost: 1 },
    });
  }
  return rows;
}

/** One of each kind; of lists the first page, one far behind, and what filters and searches find. */
async function pagesOf(world: World, account: LargeAccount): Promise<readonly (readonly [string, string])[]> {
  const { merchant, sellerCode, escrows } = account;
  const home = `/console/${sellerCode}`;
  const id = escrows[0]?.id ?? "";
  const escrow = await call<{ reference_code: string }>(world.service, merchant, {
    method: "GET",
    path: `${API}/escrows/${id}`,
  });
  const [sessions, events] = await Promise.all(
    ["/checkout/sessions", "/events"].map((list) =>
      call<{ data: readonly { id: string }[] }>(world.service, merchant, {
        method: "GET",
        path: `${API}${list}?limit=1`,
      }),
    ),
  );
  const { rows } = await world.serviceDatabase.query<{ id: string }>(
    "select id from escrows where account_id = $1 order by id offset 50000 limit 1",
    [merchant.account],
  );
  const middle = rows[0]?.id ?? "";
  return [
    ["overview", home],
    ["overview, 12 months", `${home}?span=12m`],
    ["get started", `${home}/start`],
    ["sessions", `${home}/sessions`],
    ["sessions, completed", `${home}/sessions?status=COMPLETED`],
    ["search", `${home}/search?live=1&q=chair`],
    ["sessions, by order id", `${home}/sessions?q=NW-70000`],
    ["session", `${home}/sessions/${sessions?.data[0]?.id}`],
    ["escrows", `${home}/escrows`],
    ["escrows, far behind", `${home}/escrows?older=${middle}`],
    ["escrows, disputed", `${home}/escrows?status=DISPUTED`],
    ["escrows, by order id", `${home}/escrows?q=NW-70000`],
    ["escrows, by part of an order id", `${home}/escrows?q=7000`],
    ["escrows, of a month", `${home}/escrows?from=2026-01-01&until=2026-01-31`],
    ["escrows, before they are a file", `${home}/exports/escrows`],
    ["escrows, by mail", `${home}/escrows?q=buyer-77@example.com`],
    ["escrows, by reference", `${home}/escrows?q=${escrow.reference_code}`],
    ["escrow", `${home}/escrows/${id}`],
    ["disputes", `${home}/disputes`],
    ["wallet", `${home}/wallet`],
    ["statement", `${home}/wallet/statement`],
    ["keys", `${home}/keys`],
    ["webhooks", `${home}/webhooks`],
    ["events", `${home}/events`],
    ["event", `${home}/events/${events?.data[0]?.id}`],
    ["request log", `${home}/requests`],
    ["settings", `${home}/settings`],
    ["team", `${home}/team`],
    ["desk", "/desk"],
    ["desk, disputes", "/desk/disputes"],
    ["desk, accounts", "/desk/accounts"],
    ["desk, account", `/desk/accounts/${sellerCode}`],
    ["desk, stuck", "/desk/stuck"],
    ["desk, ledger", "/desk/ledger"],
    ["desk, webhooks", "/desk/webhooks"],
    ["desk, audit log", "/desk/audit"],
  ];
}
