/** The search of the console among very many orders: what many have, what few have, and what none has. */
import { openLargeAccount } from "../console/account.js";
import { ask, LIMIT_MS } from "../console/ask.js";
import { openLapsedOrders } from "../console/lapsed.js";
import { indexOrders } from "../console/search-index.js";
import { milliseconds, type Row } from "../report.js";
import { median } from "../rounds.js";
import type { World } from "../world.js";

/** What is typed, and what that is. */
const TYPED = {
  walnut: "a word of one in six",
  "NW-543": "the beginning of a thousand order ids",
  "nw-543210": "one order id",
  "4999@exam": "part of an address of two hundred",
  "table for grace nw-7": "several words",
  zebra: "a word of none",
} as const;

export async function measureSearch(world: World, { orders }: { orders: number }): Promise<readonly Row[]> {
  const account = await openLargeAccount(world.target, 20);
  await openLapsedOrders(world.serviceDatabase, account.merchant.account, { count: orders });
  await indexOrders(world.serviceDatabase, account.merchant.account);
  await world.settle();
  const home = `/console/${account.sellerCode}`;
  const rows: Row[] = [];
  for (const [typed, what] of Object.entries(TYPED)) {
    for (const page of ["search?live=1", "escrows?"]) {
      const { first, times } = await ask(world, account, `${home}/${page}&${new URLSearchParams({ q: typed })}`);
      const middle = median(times);
      rows.push({
        what: `${page.startsWith("search") ? "search" : "list of escrows"} among ${orders.toLocaleString("en-US")}, ${what} (first ${milliseconds(first)})`,
        service: milliseconds(middle),
        floor: milliseconds(LIMIT_MS),
        ratio: middle / LIMIT_MS,
        goal: { atMost: 1 },
      });
    }
  }
  return rows;
}
