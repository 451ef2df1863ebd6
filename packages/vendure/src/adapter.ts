/** Vendure's orders for the bridge: what is to be paid, what was shipped or cancelled, and its marks as states, payments and notes. */
import {
  type Adapter,
  eachOf,
  type Fulfilment,
  isGivenBack,
  noteOf,
  type Order as Offer,
  type Taken,
  type Unread,
} from "@holdfast/bridge";
import type { Escrow } from "@holdfast/sdk";
import { Inject, Injectable } from "@nestjs/common";
import {
  ConfigService,
  type ID,
  isGraphQlErrorResult,
  Order,
  OrderService,
  type Payment,
  PaymentMethod,
  type RequestContext,
  RequestContextService,
  TransactionalConnection,
  TranslatorService,
} from "@vendure/core";
import { type FindOptionsWhere, In, MoreThan } from "typeorm";
import { HANDLER_CODE } from "./handler.js";
import { HOLDFAST_OPTIONS, type HoldfastPluginOptions, OFFERED_FOR_HOURS } from "./options.js";
import { fulfilmentsOf, isGivenUp, money, offerOf, othersOf, paymentsOf, refundedOf, type Terms } from "./order.js";

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
        for (const { id } of paymentsOf(order, escrow.id)) await this.settleRefunds(ctx, id, escrow);
      if (isNew) await this.note(ctx, order, noteOf(escrow, takenOf(order) ?? "over"));
    });
  }

  async markSettled(code: string, escrow: Escrow): Promise<void> {
    await this.inTransaction(code, async (ctx, order) => {
      await this.show(ctx, order, escrow);
      for (const { id } of paymentsOf(order, escrow.id)) await this.settleRefunds(ctx, id, escrow);
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
      await this.settleRefunds(ctx, payment.id, escrow);
    }
  }

  private async refundRest(ctx: RequestContext, payment: Payment): Promise<void> {
    const refunded = refundedOf(payment);
    if (refunded >= payment.amount) return;
    const input = { paymentId: payment.id, amount: payment.amount - refunded, reason: "The escrow was cancelled" };
    granted(await this.orderService.refundOrder(ctx, { ...input, lines: [], shipping: 0, adjustment: 0 }));
  }

  private async settleRefunds(
    ctx: RequestContext,
    payment: ID,
    { reference_code: transactionId }: Escrow,
  ): Promise<void> {
    for (const { id, state } of await this.orderService.getPaymentRefunds(ctx, payment))
      if (state === "Pending") await this.orderService.settleRefund(ctx, { id, transactionId });
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
