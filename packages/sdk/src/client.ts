/** The operations of the API, by what they are about. Objects keep the names of the API's fields; options are ours. */
import { type Answer, Call, ListCall, type Page } from "./call.js";
import { ApiError } from "./errors.js";
import { type Followed, type FollowOptions, follow } from "./follow.js";
import { type ApiRequest, type CallOptions, type ClientOptions, openTransport, type Send } from "./transport.js";
import type {
  Account,
  CheckoutSession,
  CheckoutSessionCreate,
  ConnectedAccount,
  ConnectedAccountLink,
  ConnectedAccountLinkCreate,
  Escrow,
  EscrowStatus,
  Event,
  EventType,
  Refund,
  RefundCreate,
  Submission,
} from "./types.js";

export interface CreateOptions extends CallOptions {
  /** Your order id is a good one. By default one is drawn for the call, the same for all its attempts. */
  readonly idempotencyKey?: string | undefined;
}

interface Paging {
  /** Objects a page, 25 by default and 100 at most. */
  readonly limit?: number | undefined;
  /** Opaque, from `next` or `previous` of an earlier page. */
  readonly cursor?: string | undefined;
}
interface ByReference {
  /** Only objects with this reference of yours. */
  readonly external_reference?: string | undefined;
}
export interface SessionsQuery extends Paging, ByReference {}
export interface EscrowsQuery extends Paging, ByReference {
  readonly status?: EscrowStatus | undefined;
}
export interface EventsQuery extends Paging {
  readonly type?: EventType | undefined;
  /** An event id: what came after it, oldest first. Without it, newest first. */
  readonly after?: string | undefined;
}

/**
 * A merchant's way to talk to Holdfast. Calls retry by themselves when the network fails, and on 429, 500 and 503.
 *
 * @example
 * const holdfast = new Holdfast({ apiKey: process.env.HOLDFAST_API_KEY, baseUrl: "https://…/api/v1" });
 * const session = await holdfast.sessions.create({ title: "Dinner set", amount: "249.90" }, { idempotencyKey: order.id });
 */
export class Holdfast {
  readonly account: AccountCalls;
  readonly connectedAccount: ConnectedAccountCalls;
  readonly sessions: SessionCalls;
  readonly escrows: EscrowCalls;
  readonly milestones: MilestoneCalls;
  readonly refunds: RefundCalls;
  readonly events: EventCalls;
  readonly #send: Send;

  constructor(options: ClientOptions) {
    this.#send = openTransport(options);
    this.account = new AccountCalls(this.#send);
    this.connectedAccount = new ConnectedAccountCalls(this.#send);
    this.sessions = new SessionCalls(this.#send);
    this.escrows = new EscrowCalls(this.#send);
    this.milestones = new MilestoneCalls(this.#send);
    this.refunds = new RefundCalls(this.#send);
    this.events = new EventCalls(this.#send);
  }

  /** Any request of the API, such as an operation that this version of the package does not know. */
  request<Data>(request: ApiRequest, options?: CallOptions): Call<Data> {
    return one(this.#send, request, options);
  }

  /** The same for a list. */
  requestList<Item>(request: ListRequest, options?: CallOptions): ListCall<Item> {
    return many(this.#send, request, options);
  }
}

/** A list below the base URL. */
export interface ListRequest {
  readonly path: string;
  readonly query?: ApiRequest["query"];
}

/** The account that the key acts for. */
export class AccountCalls {
  readonly #send: Send;
  /** @internal */
  constructor(send: Send) {
    this.#send = send;
  }

  get(options?: CallOptions): Call<Account> {
    return one(this.#send, { method: "GET", path: "/account" }, options);
  }
}

/** The seller's account at the provider that holds their money, where one does. */
export class ConnectedAccountCalls {
  readonly #send: Send;
  /** @internal */
  constructor(send: Send) {
    this.#send = send;
  }

  get(options?: CallOptions): Call<ConnectedAccount> {
    return one(this.#send, { method: "GET", path: "/connected_account" }, options);
  }

  /** The way to the provider's own pages: send the seller there at once. */
  createLink(link: ConnectedAccountLinkCreate, options?: CallOptions): Call<ConnectedAccountLink> {
    return one(this.#send, { method: "POST", path: "/connected_account/links", body: { ...link } }, options);
  }
}

export class SessionCalls {
  readonly #send: Send;
  /** @internal */
  constructor(send: Send) {
    this.#send = send;
  }

  /** Offers an order to a buyer: send them to the `url` of the session. */
  create(order: CheckoutSessionCreate, options: CreateOptions = {}): Call<CheckoutSession> {
    const { idempotencyKey = crypto.randomUUID(), ...call } = options;
    return one(this.#send, { method: "POST", path: "/checkout/sessions", body: order, idempotencyKey }, call);
  }

  get(id: string, options?: CallOptions): Call<CheckoutSession> {
    return one(this.#send, { method: "GET", path: at`/checkout/sessions/${id}` }, options);
  }

  /** Newest first. */
  list(query: SessionsQuery = {}, options?: CallOptions): ListCall<CheckoutSession> {
    return many(this.#send, { path: "/checkout/sessions", query: { ...query } }, options);
  }

  /** Invalidates the link of a session that no buyer has completed. Expiring it again changes nothing. */
  expire(id: string, options?: CallOptions): Call<CheckoutSession> {
    return one(this.#send, { method: "POST", path: at`/checkout/sessions/${id}/expire` }, options);
  }
}

export class EscrowCalls {
  readonly #send: Send;
  /** @internal */
  constructor(send: Send) {
    this.#send = send;
  }

  /** @param id the escrow's id or its `TR-` reference code. */
  get(id: string, options?: CallOptions): Call<Escrow> {
    return one(this.#send, { method: "GET", path: at`/escrows/${id}` }, options);
  }

  /** Newest first. */
  list(query: EscrowsQuery = {}, options?: CallOptions): ListCall<Escrow> {
    return many(this.#send, { path: "/escrows", query: { ...query } }, options);
  }
}

export interface RefundOf extends RefundCreate {
  /** The escrow's id or its `TR-` reference code. */
  readonly escrow: string;
}

export class RefundCalls {
  readonly #send: Send;
  /** @internal */
  constructor(send: Send) {
    this.#send = send;
  }

  /**
   * Gives a part or all of an order back to its buyer: what is held first, then what was released, from your wallet.
   * @example
   * await holdfast.refunds.create({ escrow, amount: "24.00", reason: "damaged" }, { idempotencyKey: refund.id });
   */
  create({ escrow, ...refund }: RefundOf, options: CreateOptions = {}): Call<Refund> {
    const { idempotencyKey = crypto.randomUUID(), ...call } = options;
    return one(
      this.#send,
      { method: "POST", path: at`/escrows/${escrow}/refunds`, body: refund, idempotencyKey },
      call,
    );
  }

  /** @param id the refund's `RF-` id. */
  get(id: string, options?: CallOptions): Call<Refund> {
    return one(this.#send, { method: "GET", path: at`/refunds/${id}` }, options);
  }

  /** Of an order, newest first. */
  list(escrow: string, query: Paging = {}, options?: CallOptions): ListCall<Refund> {
    return many(this.#send, { path: at`/escrows/${escrow}/refunds`, query: { ...query } }, options);
  }
}

export interface Delivery extends Submission {
  /** The escrow's id or its `TR-` reference code. */
  readonly escrow: string;
  /** The milestone's id. */
  readonly milestone: string;
}

export class MilestoneCalls {
  readonly #send: Send;
  /** @internal */
  constructor(send: Send) {
    this.#send = send;
  }

  /**
   * Tells the buyer what was delivered. A repeat with the same details succeeds, so a call whose answer was lost can be made again.
   */
  submit(delivery: Delivery, options?: CallOptions): Call<Escrow> {
    return new Call(submit(this.#send, delivery, options));
  }
}

export class EventCalls {
  readonly #send: Send;
  /** @internal */
  constructor(send: Send) {
    this.#send = send;
  }

  /** Newest first; with `after`, what came after that event, oldest first. */
  list(query: EventsQuery = {}, options?: CallOptions): ListCall<Event> {
    return many(this.#send, { path: "/events", query: { ...query } }, options);
  }

  /** Every event after a position, once, in the order of the feed, for ever: it outlives outages and skips pings. */
  follow(options: FollowOptions = {}): AsyncGenerator<Followed, void, undefined> {
    return follow(this.#send, options);
  }
}

const one = <Data>(send: Send, request: ApiRequest, options?: CallOptions): Call<Data> =>
  new Call(send<Data>(request, options));

function many<Item>(send: Send, { path, query = {} }: ListRequest, options?: CallOptions): ListCall<Item> {
  const ask = (asked: ApiRequest["query"]): Promise<Answer<Page<Item>>> =>
    send({ method: "GET", path, query: asked }, options);
  // The link's query alone: the key goes to the base URL and nowhere else.
  const more = async (next: string): Promise<Page<Item>> =>
    (await ask(Object.fromEntries(new URL(next).searchParams))).data;
  return new ListCall(ask(query), more);
}

/** A path with its parameters. */
const at = (parts: TemplateStringsArray, ...ids: readonly string[]): string =>
  String.raw({ raw: parts }, ...ids.map(encodeURIComponent));

/**
 * A submission needs no key: that the milestone has these very details, and waits for no others, shows that an earlier request was
 * carried out. The buyer may have acted on it since, which then is why it was refused.
 */
async function submit(
  send: Send,
  { escrow, milestone, ...submission }: Delivery,
  options?: CallOptions,
): Promise<Answer<Escrow>> {
  const path = at`/escrows/${escrow}/milestones/${milestone}/submit`;
  try {
    return await send<Escrow>({ method: "POST", path, body: submission }, options);
  } catch (error) {
    if (!(error instanceof ApiError) || !mayBeDone(error)) throw error;
    const now = await send<Escrow>({ method: "GET", path: at`/escrows/${escrow}` }, options);
    const found = now.data.milestones.find(({ id }) => id === milestone);
    const isDone =
      found?.submission_details === submission.submission_details &&
      found.status !== "PENDING" &&
      found.status !== "REVISION_REQUESTED";
    if (!isDone) throw error;
    return now;
  }
}

/** Where an answer was lost, the escrow may already be over, or in dispute, because of what was submitted. */
const mayBeDone = (error: ApiError): boolean =>
  error.is("invalid_state") || (error.is("escrow_not_funded") && error.attempts > 1);
