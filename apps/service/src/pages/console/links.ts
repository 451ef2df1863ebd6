/** Where the pages of the console are that others lead to. */
import {
  type DestinationId,
  type EndpointId,
  type EscrowId,
  type EventId,
  formatId,
  type MilestoneId,
  type PaymentLinkId,
  type PayoutId,
  type SessionId,
} from "../../domain/ids.js";
import type { Channel } from "../../domain/messages.js";
import type { Order, OrderOffer } from "../../store/read/orders/orders.js";
import { CONSOLE_PATH, ME_PATH } from "../kit/links.js";
import type { ConsoleContext } from "./context.js";
import { requestName } from "./developers/request-id.js";

type Home = Pick<ConsoleContext, "home">;

export const searchUrl = ({ home }: Home): string => `${home}/search`;
export const sessionsUrl = ({ home }: Home): string => `${home}/sessions`;
export const sessionUrl = (context: Home, id: SessionId): string =>
  `${sessionsUrl(context)}/${formatId("session", id)}`;
export const paymentLinksUrl = ({ home }: Home): string => `${home}/payment-links`;
export const paymentLinkUrl = (context: Home, id: PaymentLinkId): string => `${paymentLinksUrl(context)}/${id}`;
export const escrowsUrl = ({ home }: Home): string => `${home}/escrows`;
export const escrowUrl = (context: Home, id: EscrowId): string => `${escrowsUrl(context)}/${id}`;
export const submitUrl = (context: Home, escrow: EscrowId, milestone: MilestoneId): string =>
  `${escrowUrl(context, escrow)}/milestones/${milestone}/submit`;
export const cancelUrl = (context: Home, id: EscrowId): string => `${escrowUrl(context, id)}/cancel`;
export const refundUrl = (context: Home, id: EscrowId): string => `${escrowUrl(context, id)}/refund`;
/** Where the team reads and writes in a channel of an order. */
export const messagesUrl = (context: Home, id: EscrowId, channel: Channel): string =>
  `${escrowUrl(context, id)}/${channel === "buyer_seller" ? "messages" : "questions"}`;
export const notesUrl = (context: Home, id: EscrowId): string => `${escrowUrl(context, id)}/notes`;
/** All orders of the one who bought this one: so no address of a person stands in an address of ours. */
export const customerUrl = (context: Home, id: EscrowId): string => `${escrowUrl(context, id)}/customer`;
export const customersUrl = ({ home }: Home): string => `${home}/customers`;
export const disputeUrl = (context: Home, id: EscrowId): string => `${escrowUrl(context, id)}/dispute`;
export const disputesUrl = ({ home }: Home): string => `${home}/disputes`;
export const eventsUrl = ({ home }: Home): string => `${home}/events`;
export const eventUrl = ({ home }: Home, id: EventId): string => `${home}/events/${formatId("event", id)}`;
export const requestsUrl = ({ home }: Home): string => `${home}/requests`;
/** @param id the UUID behind `req_…`. */
export const requestUrl = (context: Home, id: string): string => `${requestsUrl(context)}/${requestName(id)}`;
export const notificationsUrl = ({ home }: Home): string => `${home}/notifications`;
export const exportUrl = ({ home }: Home, list: string): string => `${home}/exports/${list}`;
/** Where a step with an offer of a dispute is taken. */
export const offerUrl = (
  context: Home,
  { escrow }: Order,
  { offer, step }: { readonly offer: OrderOffer; readonly step: string },
): string => `${disputeUrl(context, escrow.id)}/offers/${offer.number}/${step}`;
export const webhooksUrl = ({ home }: Home): string => `${home}/webhooks`;
export const endpointUrl = (context: Home, id: EndpointId): string =>
  `${webhooksUrl(context)}/${formatId("endpoint", id)}`;
export const failedUrl = (context: Home, id: EndpointId): string => `${endpointUrl(context, id)}/failed`;
export const endpointSettingsUrl = (context: Home, id: EndpointId): string => `${endpointUrl(context, id)}/settings`;
export const endpointCheckUrl = (context: Home, id: EndpointId): string => `${endpointUrl(context, id)}/check`;
export const embedSettingsUrl = ({ home }: Home): string => `${home}/settings/embed`;
export const walletUrl = ({ home }: Home): string => `${home}/wallet`;
export const statementUrl = (context: Home): string => `${walletUrl(context)}/statement`;
export const payoutsUrl = (context: Home): string => `${walletUrl(context)}/payouts`;
export const payoutUrl = (context: Home, id: PayoutId): string => `${payoutsUrl(context)}/${id}`;
export const connectedUrl = (context: Home): string => `${walletUrl(context)}/connected`;
export const destinationsUrl = (context: Home): string => `${walletUrl(context)}/destinations`;
export const removeUrl = (context: Home, id: DestinationId): string => `${destinationsUrl(context)}/${id}/remove`;

/** Of a person, whatever the account. */
export const PASSWORD_PATH = `${ME_PATH}/password`;
export const NEW_ACCOUNT_PATH = `${CONSOLE_PATH}/new`;
export const SIGN_UP_PATH = `${CONSOLE_PATH}/sign-up`;
export const FORGOTTEN_PATH = `${CONSOLE_PATH}/forgotten`;
