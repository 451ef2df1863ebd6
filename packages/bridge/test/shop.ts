/** A shop that keeps its orders in memory, and says of itself what the bridge made of them. */
import type { Escrow } from "@holdfast/sdk";
import { type Adapter, eachOf, type Fulfilment, type Order, type ShopRefund } from "../src/index.js";

type ShopOrder = {
  order: Order;
  /** What its page shows: the last mark. */
  state: string;
  /** Cancelled, or paid in another way. */
  isCancelled: boolean;
  url: string | null;
  readonly parcels: Fulfilment[];
  readonly marks: string[];
  /** What its people read of an escrow that moves it no more. */
  readonly notes: string[];
  /** What went back, as its books have it: of each refund, by its mark's first sight, the amount and how it stands. */
  readonly refunds: Map<string, { amount: string; status: string }>;
  /** What its people read of refunds that were refused. */
  readonly refusals: string[];
};

export type Shop = Adapter & {
  readonly book: Map<string, ShopOrder>;
  place(order: Order): ShopOrder;
  /** Orders that can't be read, with why. */
  readonly unreadable: Map<string, string>;
  /** Sends a parcel of an order. */
  ship(order: string, parcel?: Partial<Fulfilment>): void;
  /** Refunds that it began and that wait to be made. */
  readonly refunding: ShopRefund[];
  /** What it throws when it is asked or told anything. */
  failure: Error | null;
};

export const ORDER: Order = { id: "1001", title: "Hand-thrown dinner set", amount: "249.90" };

/** In which its orders still want a link. */
const TO_PAY: ReadonlySet<string> = new Set(["new", "link expired", "offered"]);

export function openShop(): Shop {
  const book = new Map<string, ShopOrder>();
  const found = (id: string): ShopOrder => {
    if (shop.failure !== null) throw shop.failure;
    const order = book.get(id);
    if (order === undefined) throw new Error(`no order ${id}`);
    return order;
  };
  const mark =
    (state: string) =>
    async (id: string, escrow: Escrow): Promise<void> => {
      const order = found(id);
      order.state = state;
      order.marks.push(`${state} (${escrow.status})`);
    };
  const unreadable = new Map<string, string>();
  const read = (order: Order): Order => {
    const fault = unreadable.get(order.id);
    if (fault !== undefined) throw new Error(fault);
    return order;
  };
  const shop: Shop = {
    book,
    refunding: [],
    unreadable,
    failure: null,
    platform: "custom",
    place: (order) => {
      const kept: ShopOrder = {
        order,
        state: "new",
        isCancelled: false,
        url: null,
        parcels: [],
        marks: [],
        notes: [],
        refunds: new Map(),
        refusals: [],
      };
      book.set(order.id, kept);
      return kept;
    },
    ship: (order, parcel = {}) => {
      const { parcels } = found(order);
      parcels.push({ id: `parcel ${parcels.length + 1}`, order, details: `DHL ${4410 + parcels.length}`, ...parcel });
    },
    orders: {
      toPay: async () => {
        if (shop.failure !== null) throw shop.failure;
        const wanted = [...book.values()].filter(({ state, isCancelled }) => TO_PAY.has(state) && !isCancelled);
        return eachOf(
          wanted.map(({ order }) => order),
          ({ id }) => id,
          read,
        );
      },
      cancelled: async (among) => among.filter((id) => book.get(id)?.isCancelled),
    },
    fulfilments: async (among) => among.flatMap((id) => book.get(id)?.parcels ?? []),
    refunds: async () => shop.refunding,
    markRefunded: async (id, { id: made, amount, status }, { own, isNew }) => {
      const { refunds, marks } = found(id);
      refunds.set(own ?? made, { amount, status });
      marks.push(isNew ? `refunded ${amount}` : `refund ${status}`);
    },
    markRefundRefused: async (id, { id: own, reason }) => void found(id).refusals.push(`${own}: ${reason}`),
    markOffered: async (id, url) => {
      found(id).url = url;
      if (found(id).state !== "new" && TO_PAY.has(found(id).state)) return;
      found(id).state = url === null ? "link expired" : "offered";
    },
    markFunded: mark("paid"),
    markDisputed: mark("disputed"),
    markResumed: mark("resumed"),
    markCompleted: mark("completed"),
    markCancelled: mark("cancelled"),
    markSettled: mark("settled"),
    noteEscrow: async (id, escrow) => void found(id).notes.push(escrow.status),
  };
  return shop;
}
