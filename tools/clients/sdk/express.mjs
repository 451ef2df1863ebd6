/** A receiver in Express: a handler in front of the JSON parser, and one behind it, which is the mistake that people make. */
import { memoryInbox, sign } from "@holdfast/sdk/testing";
import { createHandler } from "@holdfast/sdk/webhooks";
import express from "express";

const secret = "whsec_2Hq8vKx0TdE5nLrYb7sWcZ9uAiPfGj3MoXyQ1tAb";
const event = {
  id: "evt_1",
  object: "event",
  created: 1,
  type: "escrow.funded",
  data: { object: { object: "escrow" } },
};
const errors = [];
const worked = [];
const handler = createHandler({
  secret,
  store: memoryInbox(),
  on: { "escrow.funded": ({ id }) => worked.push(id) },
  onError: (error) => errors.push(error.message),
});

const app = express();
app.post("/hooks", handler.node);
app.post("/raw", express.raw({ type: "*/*" }), handler.node);
app.use(express.json());
app.post("/late", handler.node);
const server = app.listen(0, "127.0.0.1", async () => {
  const post = async (path) => {
    const delivery = { method: "POST", ...(await sign(event, { secret })) };
    const { status, headers } = await fetch(`http://127.0.0.1:${server.address().port}${path}`, delivery);
    return `${status} ${headers.get("x-escrow-handled")}`;
  };
  const said = [await post("/hooks"), await post("/hooks"), await post("/raw"), await post("/late")];
  await handler.idle();
  console.log(JSON.stringify({ said, worked, errors }));
  server.close();
});
