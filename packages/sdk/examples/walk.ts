// An order from its session to COMPLETED, in the sandbox. In a clone: `npx node packages/sdk/examples/walk.ts`, with
// HOLDFAST_API_KEY. Elsewhere it takes Node 22.18 or later, or `npx tsx walk.ts`.
import { Holdfast } from "@holdfast/sdk";
import { sandbox } from "@holdfast/sdk/testing";

const { HOLDFAST_KEY = "", HOLDFAST_API_KEY = HOLDFAST_KEY } = process.env; // KEY: its older name
const { HOLDFAST_URL = "http://localhost:3000/api/v1" } = process.env;
const holdfast = new Holdfast({ apiKey: HOLDFAST_API_KEY, baseUrl: HOLDFAST_URL });
const buyer = sandbox(holdfast); // plays the buyer, who would open session.url

const session = await holdfast.sessions.create({
  title: "Hand-thrown dinner set",
  amount: "249.90",
  external_reference: "NW-10482",
});
const { id: escrow } = await buyer.confirm(session.id, { buyer_email: "ada@example.com" });
const { milestones } = await buyer.pay(escrow);
for (const { id } of milestones) {
  await holdfast.milestones.submit({ escrow, milestone: id, submission_details: "DHL 4410 8823 7712" });
  await buyer.approve(escrow, id);
}
const { status, reference_code } = await holdfast.escrows.get(escrow);
process.stdout.write(`${reference_code} is ${status}\n`);
for await (const event of holdfast.events.list()) process.stdout.write(`${event.type}\n`);
