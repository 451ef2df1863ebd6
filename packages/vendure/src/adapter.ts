/** Vendure's orders for the bridge: what is to be paid, what was shipped or cancelled, and its marks as states, payments and notes. */
import {
  type Adapter,
  eachOf,
  type Fulfilment,
  isGivenBack,
  noteOf,
  type Order as Offer,
  type RefundNews,
  type RefusedRefund,
  type ShopRefund,
  type Taken,
  type Unread,
} from "@holdfast/bridge";
import type { Escrow, Refund } from "@holdfast/sdk";
import { Inject, Injectable } from "@nestjs/common";
import {
  ConfigService,
  type ID,
  isGraphQlErrorResult,
  Order,
  OrderService,
  type Payment,
  PaymentMethod,
  Refund as RefundEntity,
  type RequestContext,
  RequestContextService,
  TransactionalConnection,
  TranslatorService,
} from "@vendure/core";
import { type FindOptionsWhere, In, MoreThan } from "typeorm";
import { booking, HANDLER_CODE } from "./handler.js";
import { HOLDFAST_OPTIONS, type HoldfastPluginOptions, OFFERED_FOR_HOURS } from "./options.js";
import {
  fulfilmentsOf,
  isAsked,
  isGivenUp,
  money,
  offerOf,
  othersOf,
  paymentsOf,
  refundedOf,
  refundNamed,
  refundsOf,
  type Terms,
  unitsOf,
} from "./order.js";

const HOUR_MS = 3_600_000;
const RELATIONS = [
  "lines",
  "lines.productVariant",
  "lines.productVariant.translations",
  "customer",
  "shippingLines",
  "surcharges",
  "payments",
  "payments.refunds",
  "payments.refunds.lines",
  "fulfillments",
  "fulfillments.lines",
];

/** Vendure returns its refusals: here, each is an error that leaves the order waiting with its message. */
function granted<Result>(result: Result): Exclude<Result, { __typename?: string; errorCode: unknown }> {
  if (isGraphQlErrorResult(result as never)) {
    const { message, transitionError } = result as { message: string; transitionError?: string };
    throw new Error(transitionError ?? message);
  }
  return result as Exclude<Result, { __typename?: string; errorCode: unknown }>;
}

/** Why the order is not the escrow's any more; null while it is. */
function takenOf(order: Order): Taken | null {
  if (othersOf(order).length > 0) return "paid";
  return order.customFields.escrowRequestedAt === null ? "switched" : null;
}

const bookedAs = (order: Order, refund: string): RefundEntity | undefined =>
  order.payments.flatMap(({ refunds }) => refunds).find(({ metadata }) => metadata["holdfast"] === refund);

/** Not by the bridge: what an escrow's end gives back, or one that an earlier version left pending. */
const isUnmarked = ({ metadata }: RefundEntity): boolean => metadata["holdfast"] === undefined;

/** What did not reach the buyer, and who sees to it. */
const failureOf = ({ id, amount, status }: Refund): string =>
  `Refund ${id} of ${amount} ${status === "FAILED" ? "did not reach the buyer" : "came back in part"}. Holdfast's operator sees to it: don't refund it again.`;

const codeOf = ({ code }: Order): string => code;

@Injectable()
export class OrderAdapter implements Adapter {
  readonly platform = "vendure";
  readonly orders = { toPay: () => this.toPay(), cancelled: (among: readonly string[]) => this.cancelled(among) };

  /** Part of the console's addresses. */
  private sellerCode: string | undefined;

  constructor(
    private readonly connection: TransactionalConnection,
    private readonly contexts: RequestContextService,
    private readonly orderService: OrderService,
    private readonly translator: TranslatorService,
    private readonly config: ConfigService,
    @Inject(HOLDFAST_OPTIONS) private readonly options: HoldfastPluginOptions,
  ) {}

  /** The order as the bridge offers it. */
  async offer(ctx: RequestContext, id: ID): Promise<Offer> {
    const [order] = await this.find(ctx, { id });
    if (order === undefined) throw new Error(`there is no order ${id}`);
    return offerOf(order, this.terms);
  }

  private get terms(): Terms {
    return { ...this.options, precision: this.config.entityOptions.moneyStrategy.precision ?? 2 };
  }

  private async toPay(): Promise<readonly (Offer | Unread)[]> {
    const ctx = await this.contexts.create({ apiType: "custom" });
    const since = new Date(Date.now() - (this.options.offeredForHours ?? OFFERED_FOR_HOURS) * HOUR_MS);
    const waiting = { state: "ArrangingPayment" as const, customFields: { escrowRequestedAt: MoreThan(since) } };
    const wanted = (await this.find(ctx, waiting)).filter((order) => !isGivenUp(order));
    return eachOf(wanted, codeOf, (order) => offerOf(order, this.terms));
  }

  private async cancelled(among: readonly string[]): Promise<readonly string[]> {
    const ctx = await this.contexts.create({ apiType: "custom" });
    return (await this.find(ctx, { code: In([...among]) })).filter(isGivenUp).map(({ code }) => code);
  }

  async fulfilments(among: readonly string[]): Promise<readonly (Fulfilment | Unread)[]> {
    const ctx = await this.contexts.create({ apiType: "custom" });
    const orders = await this.find(ctx, { code: In([...among]) });
    const places = (order: Order): number => offerOf(order, this.terms).milestones?.length ?? 1;
    return eachOf(orders, codeOf, (order) => fulfilmentsOf(order, places(order))).flat();
  }

  /** Those that Vendure has kept, and that are not known to be made. */
  async refunds(): Promise<readonly (ShopRefund | Unread)[]> {
    const ctx = await this.contexts.create({ apiType: "custom" });
    const pending = { state: "Pending" as const };
    const relations = ["payment", "payment.order"];
    const found = await this.connection.getRepository(ctx, RefundEntity).find({ where: pending, relations });
    const codes = new Set(found.filter(isAsked).map(({ payment }) => payment.order.code));
    if (codes.size === 0) return [];
    const orders = await this.find(ctx, { code: In([...codes]) });
    return eachOf(orders, codeOf, (order) => refundsOf(order, this.terms)).flat();
  }

  async markRefunded(code: string, refund: Refund, { own }: RefundNews): Promise<void> {
    await this.inTransaction(code, async (ctx, order) => {
      const known = own === null ? bookedAs(order, refund.id) : refundNamed(order, own);
      const kept = known ?? (await this.book(ctx, order, refund));
      if (kept?.state === "Pending" && refund.status === "SUCCEEDED")
        granted(await this.orderService.settleRefund(ctx, { id: kept.id, transactionId: refund.id }));
      else if (kept?.state === "Pending" && kept.transactionId !== refund.id)
        await this.connection.getRepository(ctx, RefundEntity).update(kept.id, { transactionId: refund.id });
      if (refund.status === "FAILED" || refund.status === "PARTIALLY_RETURNED")
        await this.note(ctx, order, failureOf(refund));
    });
  }

  async markRefundRefused(code: string, { id, reason }: RefusedRefund): Promise<void> {
    await this.inTransaction(code, async (ctx, order) => {
      const refund = refundNamed(order, id);
      // What an escrow that ended gives back has settled it.
      if (refund?.state !== "Pending") return;
      granted(await this.orderService.transitionRefundToState(ctx, refund.id, "Failed"));
      const amount = money(refund.total, this.terms.precision);
      await this.note(ctx, order, `Holdfast refused the refund of ${amount}: ${reason}`);
    });
  }

  async markOffered(code: string, url: string | null): Promise<void> {
    await this.inTransaction(code, async (ctx, order) => {
      if (order.state !== "ArrangingPayment") return;
      await this.keep(ctx, order, {
        escrowUrl: url,
        escrowStatus: url === null ? "Link expired" : "Waiting for payment",
      });
    });
  }

  async markFunded(code: string, escrow: Escrow): Promise<void> {
    await this.inTransaction(code, async (ctx, order) => {
      await this.show(ctx, order, escrow);
      if (paymentsOf(order, escrow.id).length > 0) return;
      const total = money(order.totalWithTax, this.terms.precision);
      if (total !== escrow.amount)
        throw new Error(`the buyer paid ${escrow.amount}, and the order's total is ${total} now`);
      const method = await this.methodCode(ctx);
      const metadata = { escrow: escrow.id, reference: escrow.reference_code, held: order.totalWithTax };
      granted(await this.orderService.addPaymentToOrder(ctx, order.id, { method, metadata }));
      if (othersOf(order).length > 0) await this.note(ctx, order, noteOf(escrow, "paid"));
    });
  }

  async markDisputed(code: string, escrow: Escrow): Promise<void> {
    await this.tell(
      code,
      escrow,
      `The buyer disputes this order (${escrow.dispute_reference}). Don't ship anything more.`,
    );
  }

  async markResumed(code: string, escrow: Escrow): Promise<void> {
    await this.tell(code, escrow, "The dispute is over. The order goes on.");
  }

  async markCompleted(code: string, escrow: Escrow): Promise<void> {
    await this.inTransaction(code, async (ctx, order) => {
      await this.show(ctx, order, escrow);
      for (const { id, state } of order.fulfillments)
        if (state === "Shipped") granted(await this.orderService.transitionFulfillmentToState(ctx, id, "Delivered"));
    });
  }

  /** Under the order's lock: what else was booked until now counts. */
  async markCancelled(code: string, escrow: Escrow): Promise<void> {
    await this.inTransaction(code, async (ctx, order) => {
      const isNew = order.customFields.escrowStatus !== escrow.status;
      await this.show(ctx, order, escrow);
      const taken = takenOf(order);
      if (taken === null && order.state !== "Cancelled") {
        const input = {
          orderId: order.id,
          reason: `Escrow ${escrow.reference_code}: ${escrow.status}`,
          cancelShipping: true,
        };
        granted(await this.orderService.cancelOrder(ctx, input));
      }
      await this.giveBack(ctx, order, escrow);
      if (taken !== null && isNew) await this.note(ctx, order, noteOf(escrow, taken));
    });
  }

  /** The order was taken back: it stays as it is, and only the escrow's own payment follows its money. */
  async noteEscrow(code: string, escrow: Escrow): Promise<void> {
    await this.inTransaction(code, async (ctx, order) => {
      const isNew = order.customFields.escrowStatus !== escrow.status;
      await this.show(ctx, order, escrow);
      if (isGivenBack(escrow)) await this.giveBack(ctx, order, escrow);
      if (escrow.status === "CLOSED")
        for (const { id } of paymentsOf(order, escrow.id))
          await this.settleRefunds(ctx, id, { escrow, includes: isUnmarked });
      if (isNew) await this.note(ctx, order, noteOf(escrow, takenOf(order) ?? "over"));
    });
  }

  async markSettled(code: string, escrow: Escrow): Promise<void> {
    await this.inTransaction(code, async (ctx, order) => {
      await this.show(ctx, order, escrow);
      for (const { id } of paymentsOf(order, escrow.id))
        await this.settleRefunds(ctx, id, { escrow, includes: isUnmarked });
      await this.note(ctx, order, "The dispute was settled. The console shows what went back to the buyer.");
    });
  }

  /** A note that administrators read in the order's history. */
  async note(ctx: RequestContext, order: Pick<Order, "id">, note: string): Promise<void> {
    await this.orderService.addNoteToOrder(ctx, { id: order.id, note, isPublic: false });
  }

  private async tell(code: string, escrow: Escrow, note: string): Promise<void> {
    await this.inTransaction(code, async (ctx, order) => {
      if (order.customFields.escrowStatus === escrow.status) return;
      await this.show(ctx, order, escrow);
      await this.note(ctx, order, note);
    });
  }

  private async methodCode(ctx: RequestContext): Promise<string> {
    const methods = await this.connection.getRepository(ctx, PaymentMethod).find({ where: { enabled: true } });
    const method = methods.find(({ handler }) => handler.code === HANDLER_CODE);
    if (method === undefined) throw new Error(`no payment method is enabled whose handler is ${HANDLER_CODE}`);
    return method.code;
  }

  private async giveBack(ctx: RequestContext, order: Order, escrow: Escrow): Promise<void> {
    for (const payment of paymentsOf(order, escrow.id)) {
      await this.refundRest(ctx, payment);
      // What was asked for and not made went back with the rest.
      await this.settleRefunds(ctx, payment.id, {
        escrow,
        includes: (refund) => isUnmarked(refund) || isAsked(refund),
      });
    }
  }

  /** One that was begun at Holdfast. Null where other refunds of the payment, such as one that waits for its refusal, leave no room. */
  private async book(ctx: RequestContext, order: Order, refund: Refund): Promise<RefundEntity | null> {
    const [payment] = paymentsOf(order, refund.escrow_id);
    const amount = unitsOf(refund.amount, this.terms.precision);
    const told = `Holdfast gave ${refund.amount} back to the buyer (${refund.id})`;
    if (payment === undefined || payment.amount - refundedOf(payment) < amount) {
      if (payment?.refunds.some(isAsked)) throw new Error(`${told}, and other refunds of the payment wait`);
      await this.note(ctx, order, `${told}. No payment of this order has so much left to refund: book it by hand.`);
      return null;
    }
    const input = { paymentId: payment.id, amount, reason: told, lines: [], shipping: 0, adjustment: 0 };
    return granted(await booking(ctx, refund.id, () => this.orderService.refundOrder(ctx, input))) as RefundEntity;
  }

  private async refundRest(ctx: RequestContext, payment: Payment): Promise<void> {
    const refunded = refundedOf(payment);
    if (refunded >= payment.amount) return;
    const input = { paymentId: payment.id, amount: payment.amount - refunded, reason: "The escrow was cancelled" };
    const all = { ...input, lines: [], shipping: 0, adjustment: 0 };
    granted(await booking(ctx, null, () => this.orderService.refundOrder(ctx, all)));
  }

  /** Those that wait for the escrow's end. One that was made is settled by its own way. */
  private async settleRefunds(
    ctx: RequestContext,
    payment: ID,
    { escrow, includes }: { readonly escrow: Escrow; readonly includes: (refund: RefundEntity) => boolean },
  ): Promise<void> {
    const refunds = await this.orderService.getPaymentRefunds(ctx, payment);
    for (const { id } of refunds.filter((refund) => refund.state === "Pending" && includes(refund)))
      await this.orderService.settleRefund(ctx, { id, transactionId: escrow.reference_code });
  }

  private async show(ctx: RequestContext, order: Order, escrow: Escrow): Promise<void> {
    this.sellerCode ??= (await this.options.holdfast.account.get()).seller_code;
    const href = `${this.options.consoleUrl}/${this.sellerCode}/escrows/${escrow.id}`;
    await this.keep(ctx, order, {
      escrowStatus: escrow.status,
      escrowReference: escrow.reference_code,
      escrowConsole: `<p><a href="${href}" target="_blank">Open ${escrow.reference_code} in the console</a></p>`,
    });
  }

  private async keep(ctx: RequestContext, { id }: Order, fields: Partial<Order["customFields"]>): Promise<void> {
    await this.connection.getRepository(ctx, Order).update(id, { customFields: fields } as never);
  }

  private async inTransaction(code: string, work: (ctx: RequestContext, order: Order) => Promise<void>): Promise<void> {
    const outside = await this.contexts.create({ apiType: "custom" });
    await this.connection.withTransaction(outside, async (ctx) => {
      // Whoever books a payment refers to this row, so waits until this is over, or this for them.
      const lock = { mode: "pessimistic_write" } as const;
      await this.connection.getRepository(ctx, Order).findOne({ where: { code }, select: ["id"], lock });
      const [order] = await this.find(ctx, { code });
      if (order === undefined) throw new Error(`there is no order ${code}`);
      await work(ctx, order);
    });
  }

  private async find(ctx: RequestContext, where: FindOptionsWhere<Order>): Promise<readonly Order[]> {
    const orders = await this.connection.getRepository(ctx, Order).find({ where, relations: RELATIONS });
    for (const { lines } of orders)
      for (const line of lines) line.productVariant = this.translator.translate(line.productVariant, ctx);
    return orders;
  }
}
