import express from "express";
import { act, isSigned, stateOf } from "./shop.mjs";

const app = express();
app
  .route("/hooks")
  .post(express.raw({ type: "application/json", limit: "1mb" }), (request, response) => {
    const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    if (!isSigned(request.get("x-escrow-signature"), raw)) return response.sendStatus(401);
    const event = JSON.parse(raw.toString("utf8"));
    response.sendStatus(204);
    return act(event);
  })
  .all((_, response) => response.set("Allow", "POST").sendStatus(405));
app.get("/orders/:order", (request, response) => response.send(stateOf(request.params.order)));
app.listen(Number(process.env.PORT), "127.0.0.1");
