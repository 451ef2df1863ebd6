/** For tests of an integration: play the buyer and time in the sandbox, and sign deliveries of your own. */
import type { Call, ListCall } from "./call.js";
import type { Holdfast } from "./client.js";
import type { CallOptions } from "./transport.js";
import type {
  Escrow,
  Event,
  Mail,
  SandboxChaos,
  SandboxClock,
  SandboxConfirm,
  SandboxPayment,
  SandboxReason,
  SandboxResolution,
  WebhookChaos,
} from "./types.js";
import type { Inbox } from "./webhooks/handler.js";
import { base64, encode, heldIn, hex, macOf, secretsIn } from "./webhooks/mac.js";

/** What the buyer, the provider or time would do, through the very same code. 404 `not_found` outside the sandbox. */
export interface Sandbox {
  /** Confirms a session as the buyer. */
  confirm(session: string, confirmation?: SandboxConfirm): Call<Escrow>;
  /** Reports a payment as the provider: all that is due, by card, succeeded, unless told otherwise. */
  pay(escrow: string, payment?: SandboxPayment): Call<Escrow>;
  /** Cancels as the merchant. */
  cancel(escrow: string): Call<Escrow>;
  decline(escrow: string): Call<Escrow>;
  approve(escrow: string, milestone: string): Call<Escrow>;
  requestRevision(escrow: string, milestone: string, why: SandboxReason): Call<Escrow>;
  dispute(escrow: string, milestone: string, why: SandboxReason): Call<Escrow>;
  /** Resolves a dispute as the operator. */
  resolve(escrow: string, resolution: SandboxResolution): Call<Escrow>;
  clock(): Call<SandboxClock>;
  /** Runs everything that comes due on the way. The clock is one for the deployment. */
  advanceClock(seconds: number): Call<SandboxClock>;
  /** Mails of the deployment, newest first. */
  mails(query?: { readonly to?: string; readonly limit?: number; readonly cursor?: string }): ListCall<Mail>;
  /** What the network does to deliveries of an endpoint from now on; what is not given is off. */
  chaos(endpoint: string, chaos: SandboxChaos): Call<WebhookChaos>;
}

/** Calls are made once: what a helper does, it would do again. */
const ONCE: CallOptions = { retriesMax: 0 };

export function sandbox(holdfast: Holdfast): Sandbox {
  const post = <Data>(path: string, body: object): Call<Data> =>
    holdfast.request<Data>({ method: "POST", path: `/test_helpers${path}`, body }, ONCE);
  const escrow = (id: string): string => `/escrows/${encodeURIComponent(id)}`;
  const milestone = (of: string, id: string): string => `${escrow(of)}/milestones/${encodeURIComponent(id)}`;
  return {
    confirm: (id, body = {}) => post(`/checkout/sessions/${encodeURIComponent(id)}/confirm`, body),
    pay: (id, body = {}) => post(`${escrow(id)}/payments`, body),
    cancel: (id) => post(`${escrow(id)}/cancel`, {}),
    decline: (id) => post(`${escrow(id)}/decline`, {}),
    approve: (of, id) => post(`${milestone(of, id)}/approve`, {}),
    requestRevision: (of, id, why) => post(`${milestone(of, id)}/request_revision`, why),
    dispute: (of, id, why) => post(`${milestone(of, id)}/dispute`, why),
    resolve: (id, body) => post(`${escrow(id)}/resolve`, body),
    clock: () => holdfast.request({ method: "GET", path: "/test_helpers/clock" }),
    advanceClock: (seconds) => post("/clock/advance", { seconds }),
    mails: (query = {}) => holdfast.requestList({ path: "/test_helpers/mailbox", query }),
    chaos: (id, body) => post(`/webhooks/${encodeURIComponent(id)}/chaos`, body),
  };
}

export interface SignOptions {
  /** The signing secret; several as during a rotation. */
  readonly secret: string | readonly string[];
  /** When it is signed, in Unix seconds; now by default. */
  readonly nowSeconds?: number | undefined;
  /** The number of the delivery. */
  readonly delivery?: number | undefined;
}

/** A delivery as Holdfast sends it, with both families of headers. */
export interface SignedDelivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
}

export async function sign(event: Event, options: SignOptions): Promise<SignedDelivery> {
  const { secret, nowSeconds = Math.floor(Date.now() / 1000), delivery = 1 } = options;
  const body = Uint8Array.from(encode(JSON.stringify(event)));
  const secrets = secretsIn(secret);
  const own = await Promise.all(secrets.map((one) => macOf(encode(one), `${nowSeconds}.`, body)));
  const keys = secrets.map(heldIn).filter((key) => key !== null);
  const standard = await Promise.all(keys.map((key) => macOf(key, `${event.id}.${nowSeconds}.`, body)));
  return {
    body,
    headers: {
      "Content-Type": "application/json",
      "User-Agent": "Holdfast-Webhooks/1.0",
      "X-Escrow-Event": event.type,
      "X-Escrow-Event-Id": event.id,
      "X-Escrow-Delivery": String(delivery),
      "X-Escrow-Signature": [`t=${nowSeconds}`, ...own.map((mac) => `v1=${hex(mac)}`)].join(","),
      "webhook-id": event.id,
      "webhook-timestamp": String(nowSeconds),
      "webhook-signature": standard.map((mac) => `v1,${base64(mac)}`).join(" "),
    },
  };
}

/** An inbox that is gone with the process: for tests, and for nothing else. */
export function memoryInbox(): Inbox {
  const seen = new Map<string, Event | null>();
  return {
    add: async (event) => {
      if (seen.has(event.id)) return false;
      seen.set(event.id, event);
      return true;
    },
    done: async (id) => {
      seen.set(id, null);
    },
    pending: async () => [...seen.values()].filter((event) => event !== null),
  };
}
