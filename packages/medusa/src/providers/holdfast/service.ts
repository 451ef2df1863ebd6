/**
 * Payments by Holdfast, as Medusa sees them. An order is placed with its payment still to be authorised; authorised means that the
 * money is held in escrow, captured that it was released to the shop. Only the bridge moves a payment. Anybody else is told that
 * the buyer's decisions and the console move the money.
 */
import { type Escrow, type EscrowStatus, Holdfast } from "@holdfast/sdk";
import { container } from "@medusajs/framework";
import type {
  AuthorizePaymentInput,
  AuthorizePaymentOutput,
  CancelPaymentInput,
  CapturePaymentInput,
  GetPaymentStatusInput,
  GetPaymentStatusOutput,
  InitiatePaymentInput,
  InitiatePaymentOutput,
  RefundPaymentInput,
  RefundPaymentOutput,
  UpdatePaymentInput,
  WebhookActionResult,
} from "@medusajs/framework/types";
import {
  AbstractPaymentProvider,
  BigNumber,
  MedusaError,
  PaymentActions,
  PaymentSessionStatus,
} from "@medusajs/framework/utils";
import { holdfastIn } from "../../modules/holdfast/service.js";
import { type ProviderOptions, readProviderOptions } from "../../options.js";
import { orderOfRefund } from "../../orders.js";
import { escrowOf, isBooking } from "../../payment.js";
import { waitForEarlier } from "../../refunds.js";

/** The escrows whose money is there, or went to the shop. */
const HELD: ReadonlySet<EscrowStatus> = new Set(["IN_ESCROW", "WORK_IN_PROGRESS", "DISPUTED", "COMPLETED"]);
/** The escrows whose money, or a part of it, went to the shop. */
const RELEASED: ReadonlySet<EscrowStatus> = new Set(["COMPLETED", "CLOSED"]);
/** The escrows that hold nothing, and never will. */
const GIVEN_BACK: ReadonlySet<EscrowStatus> = new Set(["CANCELLED", "DECLINED", "DEADLINE_EXPIRED", "CLOSED"]);

const refuse = (reason: string): never => {
  throw new MedusaError(MedusaError.Types.NOT_ALLOWED, reason);
};

type Data = { readonly data?: Record<string, unknown> };

export class HoldfastProvider extends AbstractPaymentProvider<ProviderOptions> {
  static override identifier = "holdfast";
  readonly #holdfast: Holdfast;

  static override validateOptions(options: Record<string, unknown>): void {
    readProviderOptions(options);
  }

  constructor(container: Record<string, unknown>, options: ProviderOptions) {
    super(container, options);
    this.#holdfast = new Holdfast({ apiKey: options.apiKey, baseUrl: options.baseUrl });
  }

  override async initiatePayment({ currency_code, data }: InitiatePaymentInput): Promise<InitiatePaymentOutput> {
    if (currency_code.toUpperCase() !== "USD")
      return refuse(`This way to pay takes USD, and not ${currency_code.toUpperCase()}.`);
    return { id: String(data?.["session_id"]), status: PaymentSessionStatus.PENDING, data: {} };
  }

  override async updatePayment({ currency_code, data }: UpdatePaymentInput) {
    if (currency_code.toUpperCase() !== "USD")
      return refuse(`This way to pay takes USD, and not ${currency_code.toUpperCase()}.`);
    return { data: data ?? {} };
  }

  /**
   * The escrow comes with the call: a storefront may put anything into a session's data, and nothing into this. Without one, the
   * order is placed, and its payment waits for the bridge.
   */
  override async authorizePayment({ context }: AuthorizePaymentInput): Promise<AuthorizePaymentOutput> {
    const named = escrowOf(context as Record<string, unknown> | undefined);
    if (named === null) return { status: PaymentSessionStatus.PENDING_AUTHORIZATION, data: {} };
    const escrow = await this.#holdfast.escrows.get(named);
    if (!HELD.has(escrow.status))
      return refuse(`The escrow ${escrow.reference_code} is ${escrow.status}: it holds no money.`);
    const { id, reference_code: reference, milestones } = escrow;
    return { status: PaymentSessionStatus.AUTHORIZED, data: { escrow: id, reference, milestones: milestones.length } };
  }

  /** A booking that moves nothing: Medusa refunds only what was captured, also while the money is held. */
  override async capturePayment({ data }: CapturePaymentInput) {
    if (isBooking()) return { data: data ?? {} };
    const escrow = await this.#escrow(data);
    if (!HELD.has(escrow.status) && !RELEASED.has(escrow.status))
      return refuse(`The escrow ${escrow.reference_code} is ${escrow.status}: it holds no money.`);
    return { data: data ?? {} };
  }

  override async cancelPayment({ data }: CancelPaymentInput) {
    if (escrowOf(data) === null) return { data: data ?? {} };
    const escrow = await this.#escrow(data);
    if (!GIVEN_BACK.has(escrow.status))
      return refuse(`The money of ${escrow.reference_code} is held: cancel the escrow in Holdfast's console.`);
    return { data: data ?? {} };
  }

  /** Where Holdfast can't be reached, the bridge has kept it, and makes it later. */
  override async refundPayment({ data, amount, context }: RefundPaymentInput): Promise<RefundPaymentOutput> {
    if (isBooking()) return { data: data ?? {} };
    const id = context?.idempotency_key;
    if (escrowOf(data) === null || id === undefined) return refuse("This payment has no escrow.");
    const order = await orderOfRefund(container, id);
    if (order === null) return refuse(`Medusa has no order for the refund ${id}.`);
    const asked = { id, order, amount: new BigNumber(amount).numeric.toFixed(2) };
    const { status, reason } = await holdfastIn(container).refund(asked);
    // Medusa books behind this answer: what is being booked comes first.
    await waitForEarlier(container, order, id);
    return status === "REFUSED" ? refuse(String(reason)) : { data: data ?? {} };
  }

  /** Nobody can pay by a session that was deleted: its order is not asked for any more, and the bridge ends the link. */
  override async deletePayment({ data }: Data) {
    return { data: data ?? {} };
  }

  override async retrievePayment({ data }: Data) {
    return { data: escrowOf(data) === null ? (data ?? {}) : { ...(await this.#escrow(data)) } };
  }

  override async getPaymentStatus({ data }: GetPaymentStatusInput): Promise<GetPaymentStatusOutput> {
    if (escrowOf(data) === null) return { status: PaymentSessionStatus.PENDING_AUTHORIZATION, data: data ?? {} };
    const { status } = await this.#escrow(data);
    if (status === "COMPLETED") return { status: PaymentSessionStatus.CAPTURED, data: data ?? {} };
    return {
      status: HELD.has(status) ? PaymentSessionStatus.AUTHORIZED : PaymentSessionStatus.CANCELED,
      data: data ?? {},
    };
  }

  /** Medusa answers its own webhook route before it has looked. Ours is `/hooks/holdfast`. */
  override async getWebhookActionAndData(): Promise<WebhookActionResult> {
    return { action: PaymentActions.NOT_SUPPORTED };
  }

  #escrow(data: Record<string, unknown> | undefined): Promise<Escrow> {
    const id = escrowOf(data);
    return id === null ? refuse("This payment has no escrow.") : this.#holdfast.escrows.get(id);
  }
}
