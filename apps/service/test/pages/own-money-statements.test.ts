/** What the page of an order asks the database where buyers pay in their own money: no more than where they pay in dollars. */
import { expect, test } from "vitest";
import { openExecutor } from "../../src/commands/execute.js";
import { openQuotes } from "../../src/commands/quotes.js";
import { loadView, type SessionServices } from "../../src/pages/checkout/session/load.js";
import type { Statement } from "../../src/platform/database.js";
import { openProviders } from "../../src/providers/open.js";
import { startWorld } from "../harness.js";
import { SECRET } from "../payments/desk.js";
import { NO_RATES, ratesOf } from "../rates.js";
import { openSession } from "../stories.js";

test("a page with a quote asks as often as one without", async () => {
  const world = await startWorld({ role: "web" });
  const shop = await world.merchant();
  const session = await openSession(shop);
  const seen = async (rates: typeof NO_RATES, buyer: object | null) => {
    const statements: string[] = [];
    const db = {
      ...world.db,
      query: <Row>(statement: Statement) => {
        statements.push(statement.name);
        return world.db.query<Row>(statement);
      },
    };
    const providers = openProviders({ mode: "sandbox" }, { db: world.db, secret: SECRET, origin: () => world.url });
    const services = {
      db,
      executor: openExecutor(world.db),
      providers,
      quotes: openQuotes({ rates, providers, keys: [SECRET] }),
      config: { fundingDeadlineSeconds: 3_600 },
      publicUrl: () => world.url,
    } as unknown as SessionServices;
    const params = { seller_code: shop.sellerCode, session_id: session["id"] };
    const request = { headers: { "accept-language": "en-KE" } };
    const asked = { params, query: {}, request } as unknown as Parameters<typeof loadView>[1];
    const { price } = await loadView({ buyer } as Parameters<typeof loadView>[0], asked, services);
    return { statements, currency: price.currency };
  };
  for (const buyer of [null, { email: "ada@example.com" }]) {
    const plain = await seen(NO_RATES, buyer);
    const quoted = await seen(ratesOf({ KES: "129.35", UGX: "3650.5", EUR: "0.8573" }), buyer);
    expect([plain.currency, quoted.currency]).toEqual(["USD", "KES"]);
    expect(quoted.statements).toEqual(plain.statements);
  }
  await world.close();
});
