/** One attempt as anybody would write it: sign, send with undici over kept connections, read the answer. */
import { createHmac, createSecretKey } from "node:crypto";
import { Agent, type Dispatcher, request } from "undici";

export type BareDelivery = {
  readonly delivery: string;
  readonly url: string;
  readonly event: string;
  readonly type: string;
  readonly body: string;
};

export const IN_FLIGHT = 64;
const BARE_SECRET = "whsec_0123456789abcdefghijklmnopqrstuvwxyzABCD";
const BARE_KEY = createSecretKey(BARE_SECRET.slice("whsec_".length), "base64");

/** @param ca PEM that receivers' certificates come from. */
export const openAgent = (ca: string): Dispatcher => new Agent({ connections: IN_FLIGHT, connect: { ca } });

/** The status of the answer. */
export async function bareSend({ delivery, url, event, type, body }: BareDelivery, agent: Dispatcher): Promise<number> {
  const seconds = Math.floor(Date.now() / 1000);
  const signature = createHmac("sha256", BARE_SECRET).update(`${seconds}.`).update(body).digest("hex");
  const standard = createHmac("sha256", BARE_KEY).update(`${event}.${seconds}.`).update(body).digest("base64");
  const answer = await request(url, {
    method: "POST",
    dispatcher: agent,
    headers: {
      "content-type": "application/json",
      "user-agent": "Bare-Webhooks/1.0",
      "x-escrow-event": type,
      "x-escrow-event-id": event,
      "x-escrow-delivery": delivery,
      "x-escrow-signature": `t=${seconds},v1=${signature}`,
      "webhook-id": event,
      "webhook-timestamp": String(seconds),
      "webhook-signature": `v1,${standard}`,
    },
    body,
  });
  await answer.body.dump();
  return answer.statusCode;
}
