/** What the SDK does in every runtime: a whole order, and a delivery that is signed, received once and worked on. */
import { Holdfast } from "@holdfast/sdk";
import { memoryInbox, sandbox, sign } from "@holdfast/sdk/testing";
import { createHandler } from "@holdfast/sdk/webhooks";

/** Returns `COMPLETED` and the escrow's id. */
export async function main(baseUrl, apiKey) {
  const holdfast = new Holdfast({ apiKey, baseUrl });
  const buyer = sandbox(holdfast);
  const session = await holdfast.sessions.create({ title: "Hand-thrown dinner set", amount: "249.90" });
  const { id: escrow } = await buyer.confirm(session.id, { buyer_email: "ada@example.com" });
  const { milestones } = await buyer.pay(escrow);
  const [{ id: milestone }] = milestones;
  await holdfast.milestones.submit({ escrow, milestone, submission_details: "DHL 4410 8823 7712" });
  await buyer.approve(escrow, milestone);
  for await (const event of holdfast.events.list()) {
    if (event.type !== "escrow.completed" || event.data.object.id !== escrow) continue;
    await receive(event);
    return `COMPLETED ${escrow}`;
  }
  throw new Error("there is no escrow.completed in the feed");
}

async function receive(event) {
  const secret = "whsec_2Hq8vKx0TdE5nLrYb7sWcZ9uAiPfGj3MoXyQ1tAb";
  const worked = [];
  const handler = createHandler({
    secret,
    store: memoryInbox(),
    on: { "escrow.completed": ({ id }) => worked.push(id) },
    onError: (error) => {
      throw error;
    },
  });
  const post = async (delivery) => {
    const request = new Request("https://shop.example/hooks", { method: "POST", ...delivery });
    const { status, headers } = await handler.fetch(request);
    return `${status} ${headers.get("x-escrow-handled")}`;
  };
  const delivery = await sign(event, { secret });
  const changed = { ...delivery, body: delivery.body.slice(1) };
  const said = [await post(delivery), await post(delivery), await post(changed)].join(", ");
  await handler.idle();
  if (said !== "200 new, 200 duplicate, 400 null" || worked.join() !== event.id)
    throw new Error(`deliveries were answered with ${said}; worked on ${worked}`);
}
