/** What a bridge needs of a shop: questions about its orders, and marks on them. One adapter for each kind of shop. */
import type { CheckoutSessionCreate, Escrow, Refund, RefundReason, ShippingInput } from "@holdfast/sdk";

/**
 * An order that is to be paid. Fields keep the names and rules of the API's sessions. With several `milestones`, each is delivered
 * and released on its own.
 */
export interface Order extends Omit<CheckoutSessionCreate, "external_reference" | "platform"> {
  /** The shop's id or number of it, which never changes: 1 to 200 characters. */
  readonly id: string;
}

/** Something that left the shop for the buyer. */
export interface Fulfilment {
  /** The shop's id of it, unique within the order. */
  readonly id: string;
  /** The order's id. */
  readonly order: string;
  /** What it delivers: the place of a milestone in the order's `milestones`, from 0. Without it: everything. */
  readonly milestone?: number | undefined;
  /** More has to follow before that is delivered, such as a second parcel. The buyer is told when the last one is there. */
  readonly isPartial?: boolean | undefined;
  /** Tracking numbers or delivery notes, for the buyer. Without them: how it travels, or `Shipped.` */
  readonly details?: string | undefined;
  /** Who carries it and how the buyer can follow it, as far as the shop knows. What the API would refuse of it is left out. */
  readonly shipping?: ShippingInput | undefined;
}

/** Money that the shop gives back to the buyer of an order, before or after it was released. */
export interface ShopRefund {
  /**
   * The shop's id of it, which never changes and no other refund of the shop has: 1 to 200 characters. Behind the shop's prefix it is the
   * idempotency key and `external_reference`, so it is made once however often it is told.
   */
  readonly id: string;
  /** The order's id. */
  readonly order: string;
  /** Decimal text with two places, fees apart. Without it: all that can go back. */
  readonly amount?: string | undefined;
  /** `other` by default. */
  readonly reason?: RefundReason | undefined;
  /** Of which milestone, by its place in the order's `milestones`, from 0. Without it: of the last one first. */
  readonly milestone?: number | undefined;
}

/** Beside a refund that the shop is told of. */
export interface RefundNews {
  /** The shop's id of it; null for one that was begun at Holdfast: book it, once for each refund. */
  readonly own: string | null;
  /** Whether the shop is told of it for the first time; else its status has changed. */
  readonly isNew: boolean;
  /** Of the mark: the same when it comes again. */
  readonly id: string;
}

/** A refund that was not made, and never will be under this id. */
export interface RefusedRefund {
  /** The shop's id of it. */
  readonly id: string;
  /** Why, and what to do, in a sentence or two. */
  readonly reason: string;
}

/** An order, a parcel or a refund that the shop has and that could not be read: it is told, and holds up no other. */
export interface Unread {
  /** The order's id. */
  readonly order: string;
  /** Why, for people. */
  readonly fault: string;
}

/** What each one becomes; an {@link Unread} where that fails. For adapters: one order that can't be read must not hide the others. */
export function eachOf<One, Made>(
  all: Iterable<One>,
  orderOf: (one: One) => string,
  make: (one: One) => Made,
): (Made | Unread)[] {
  return [...all].map((one) => {
    try {
      return make(one);
    } catch (error) {
      return { order: orderOf(one), fault: error instanceof Error ? error.message : String(error) };
    }
  });
}

/**
 * The shop. The bridge asks the questions in every round, so the answers are the truth and an event of the shop that was lost costs
 * nothing. Marks come in their order, one order at a time. After a crash a mark may come again, with the same `id`: look first whether
 * it was made. An error of any of them leaves the order waiting, with the error's message as reason, until the next round; a
 * {@link ShopAway} leaves them all.
 *
 * An escrow that ends may move an order only while nothing else pays it. The bridge asks `cancelled` right before each mark, and makes
 * none for an order that the shop has taken back; `markCancelled` looks once more, under the shop's own lock.
 */
export interface Adapter {
  /** Names the kind of shop, at most 32 characters: `vendure`, `medusa`, `woocommerce`, `custom`. */
  readonly platform: string;

  readonly orders: {
    /**
     * Orders that wait for a payment by Holdfast. Each gets a link that works, so leave out those that nobody will pay any more. One that
     * the shop had taken back is wanted again.
     */
    toPay(): Promise<Iterable<Order | Unread>>;
    /** Which of these the shop has taken back: cancelled, refunded, or had paid in another way. */
    cancelled(among: readonly string[]): Promise<Iterable<string>>;
  };

  /** What left the shop for these orders; what the bridge knows already may be left out or come again. */
  fulfilments(among: readonly string[]): Promise<Iterable<Fulfilment | Unread>>;

  /**
   * Refunds that the shop began and that wait to be made, of whatever orders; what the bridge knows already may be left out or come again.
   * Without it, the shop tells each by `Bridge.refund`.
   */
  refunds?(): Promise<Iterable<ShopRefund | Unread>>;

  /** Where the buyer pays from now on; null when the link has expired. */
  markOffered?(order: string, url: string | null, id: string): Promise<void>;
  /** The money is there and held: ship. */
  markFunded(order: string, escrow: Escrow, id: string): Promise<void>;
  /** The buyer disputes the order: ship nothing more. Comes without markFunded where the bridge was away in between. */
  markDisputed(order: string, escrow: Escrow, id: string): Promise<void>;
  /** The dispute is over, and the order goes on. */
  markResumed(order: string, escrow: Escrow, id: string): Promise<void>;
  /** The end: the buyer approved everything, or a dispute was decided for the shop. The money is in the wallet. */
  markCompleted(order: string, escrow: Escrow, id: string): Promise<void>;
  /**
   * The end: cancelled by either side, or not paid in time. What was paid (`funded_amount`) goes back to the buyer. May come without
   * markFunded.
   */
  markCancelled(order: string, escrow: Escrow, id: string): Promise<void>;
  /** The end: a dispute was settled, and some or all of the money goes back to the buyer. May come without markFunded. */
  markSettled(order: string, escrow: Escrow, id: string): Promise<void>;
  /**
   * Money goes back to the buyer. Comes when the refund was made, and again whenever its `status` changes; before the mark of the end that
   * it may lead to, and also for orders that the shop has taken back. What goes back because an order ends, as by a cancellation, is no
   * refund: the mark of that end tells it.
   */
  markRefunded(order: string, refund: Refund, told: RefundNews): Promise<void>;
  /** A refund of the shop's was refused: nothing goes back by it. */
  markRefundRefused(order: string, refund: RefusedRefund, id: string): Promise<void>;
  /**
   * Instead of every mark of the order, for an order that the shop has taken back: how its escrow goes on, for people to read. The order stays as
   * the shop has it; only what was booked of this escrow's own payment may follow. Without it, the log and the console tell.
   */
  noteEscrow?(order: string, escrow: Escrow, id: string): Promise<void>;
}

/** For adapters to throw: nobody there can be asked or told anything, so the round ends and the next one tries again. */
export class ShopAway extends Error {
  override name = "ShopAway";
}
