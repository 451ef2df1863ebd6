/** One whole order with openapi-fetch, over the types that openapi-typescript makes. */
import createClient from "openapi-fetch";
import type { components, paths } from "./generated/schema.js";

const [baseUrl = "", apiKey = ""] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${apiKey}` } });

function taken<T>({ data, error }: { data?: T; error?: components["schemas"]["ErrorEnvelope"] }): T {
  if (data === undefined) throw new Error(error?.error.message);
  return data;
}

const session = taken(
  await client.POST("/checkout/sessions", {
    params: { header: { "Idempotency-Key": `openapi-fetch ${Date.now()}` } },
    body: { title: "Hand-thrown dinner set", amount: "249.90" },
  }),
);
const { id, milestones } = taken(
  await client.POST("/test_helpers/checkout/sessions/{id}/confirm", {
    params: { path: { id: session.id } },
    body: { buyer_email: "ada@example.com" },
  }),
);
const milestone = { escrow_id: id, milestone_id: milestones[0]?.id ?? "" };
taken(
  await client.POST("/test_helpers/escrows/{escrow_id}/payments", { params: { path: { escrow_id: id } }, body: {} }),
);
taken(
  await client.POST("/escrows/{escrow_id}/milestones/{milestone_id}/submit", {
    params: { path: milestone },
    body: { submission_details: "DHL 4410 8823 7712" },
  }),
);
taken(
  await client.POST("/test_helpers/escrows/{escrow_id}/milestones/{milestone_id}/approve", {
    params: { path: milestone },
    body: {},
  }),
);
const events = taken(await client.GET("/events", { params: { query: { limit: 100 } } }));
for (const event of events.data) {
  if (event.type !== "escrow.completed") continue;
  // Compiles only where the type narrows what the event carries.
  const escrow: components["schemas"]["EventEscrow"] = event.data.object;
  if (escrow.id === id) console.log(`${escrow.status} ${escrow.id}`);
}
