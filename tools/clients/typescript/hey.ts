/** One whole order with the client that @hey-api/openapi-ts makes. */
import { client } from "./hey/client.gen";
import {
  createSession,
  listEvents,
  sandboxApproveMilestone,
  sandboxConfirmSession,
  sandboxRecordPayment,
  submitMilestone,
} from "./hey/sdk.gen";
import type { EventEscrow } from "./hey/types.gen";

const [baseUrl = "", apiKey = ""] = process.argv.slice(2);
client.setConfig({ baseUrl, auth: apiKey, throwOnError: true });

const { data: session } = await createSession({
  body: { title: "Hand-thrown dinner set", amount: "249.90" },
  throwOnError: true,
});
const {
  data: { id, milestones },
} = await sandboxConfirmSession({ path: { id: session.id }, body: {}, throwOnError: true });
const milestone = { escrow_id: id, milestone_id: milestones[0]?.id ?? "" };
await sandboxRecordPayment({ path: { escrow_id: id }, body: {}, throwOnError: true });
await submitMilestone({
  path: milestone,
  body: { submission_details: "DHL 4410 8823 7712" },
  throwOnError: true,
});
await sandboxApproveMilestone({ path: milestone, body: {}, throwOnError: true });

const { data: events } = await listEvents({ query: { limit: 100 }, throwOnError: true });
for (const event of events.data) {
  if (event.type !== "escrow.completed") continue;
  // Compiles only where the type narrows what the event carries.
  const escrow: EventEscrow = event.data.object;
  if (escrow.id === id) console.log(`${escrow.status} ${escrow.id}`);
}
