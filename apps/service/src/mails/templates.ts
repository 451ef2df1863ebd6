/** Every mail that there is, by name. The outbox keeps name and parameters; the words are put together when it is read. */

import type { Zone } from "../words/zone.js";
import {
  ACCOUNT_EMAIL_CHANGED_FIELDS,
  ACCOUNT_EMAIL_LINK_FIELDS,
  accountEmailChangedLetter,
  accountEmailLinkLetter,
} from "./account-email.js";
import { BUYER_FIELDS, type BuyerTemplate } from "./buyer/fields.js";
import { buyerLetter } from "./buyer/letters.js";
import { DOMAIN_LOST_FIELDS, domainLostLetter } from "./domain-lost.js";
import { DOMAIN_TAKEN_FIELDS, domainTakenLetter } from "./domain-taken.js";
import { disabledLetter, ENDPOINT_FIELDS, failingLetter } from "./endpoint-letters.js";
import type { Letter } from "./letter.js";
import { OPERATOR_CHARGEBACK_FIELDS, operatorChargebackLetter } from "./operator-letters.js";
import { type Fields, type ParamsOf, readParams } from "./params.js";
import { PAYMENT_LINK_FIELDS, paymentLinkLetter } from "./payment-link.js";
import { SELLER_FIELDS, type SellerTemplate } from "./seller/fields.js";
import { sellerLetter } from "./seller/letters.js";
import {
  ACCESS_CHANGED_FIELDS,
  accessChangedLetter,
  NEW_BROWSER_FIELDS,
  NOTHING,
  newBrowserLetter,
  SELLER_CODE_FIELDS,
  SELLER_SECURITY_FIELDS,
  sellerCodeLetter,
  sellerKnownLetter,
  sellerSecurityLetter,
  sellerUnknownLetter,
  TEAM_INVITATION_FIELDS,
  teamInvitationLetter,
} from "./seller-sign-in.js";
import { SIGN_IN_CODE_FIELDS, writeSignInCode } from "./sign-in-code.js";

/**
 * A letter from what the outbox keeps.
 * @param publicUrl the origin that links start with.
 * @param zone in which the reader's clocks are.
 * @throws Error when a parameter is missing or of another form.
 */
type Template = (params: unknown, publicUrl: string, zone: Zone) => Letter;

const template =
  <Own extends Fields>(
    name: string,
    fields: Own,
    write: (params: ParamsOf<Own>, publicUrl: string, zone: Zone) => Letter,
  ): Template =>
  (params, publicUrl, zone) =>
    write(readParams(name, fields, params), publicUrl, zone);

const toBuyer = <Name extends BuyerTemplate>(name: Name): Template =>
  template(name, BUYER_FIELDS[name], (params, publicUrl, zone) =>
    buyerLetter(name, params as never, { publicUrl, zone }),
  );

const toSeller = <Name extends SellerTemplate>(name: Name): Template =>
  template(name, SELLER_FIELDS[name], (params, publicUrl, zone) =>
    sellerLetter(name, params as never, { publicUrl, zone }),
  );

export const TEMPLATES = {
  webhook_failing: template("webhook_failing", ENDPOINT_FIELDS, failingLetter),
  webhook_disabled: template("webhook_disabled", ENDPOINT_FIELDS, disabledLetter),
  sign_in_code: template("sign_in_code", SIGN_IN_CODE_FIELDS, writeSignInCode),
  payment_link: template("payment_link", PAYMENT_LINK_FIELDS, paymentLinkLetter),
  seller_code: template("seller_code", SELLER_CODE_FIELDS, sellerCodeLetter),
  seller_known: template("seller_known", NOTHING, sellerKnownLetter),
  seller_unknown: template("seller_unknown", NOTHING, sellerUnknownLetter),
  seller_security: template("seller_security", SELLER_SECURITY_FIELDS, sellerSecurityLetter),
  seller_new_browser: template("seller_new_browser", NEW_BROWSER_FIELDS, newBrowserLetter),
  seller_access_changed: template("seller_access_changed", ACCESS_CHANGED_FIELDS, accessChangedLetter),
  seller_account_email_link: template("seller_account_email_link", ACCOUNT_EMAIL_LINK_FIELDS, accountEmailLinkLetter),
  seller_account_email_changed: template(
    "seller_account_email_changed",
    ACCOUNT_EMAIL_CHANGED_FIELDS,
    accountEmailChangedLetter,
  ),
  seller_domain_lost: template("seller_domain_lost", DOMAIN_LOST_FIELDS, domainLostLetter),
  seller_domain_taken: template("seller_domain_taken", DOMAIN_TAKEN_FIELDS, domainTakenLetter),
  team_invitation: template("team_invitation", TEAM_INVITATION_FIELDS, teamInvitationLetter),
  order_created: toBuyer("order_created"),
  order_part_funded: toBuyer("order_part_funded"),
  order_funded: toBuyer("order_funded"),
  delivery_submitted: toBuyer("delivery_submitted"),
  dispute_opened: toBuyer("dispute_opened"),
  dispute_resolved: toBuyer("dispute_resolved"),
  dispute_statement: toBuyer("dispute_statement"),
  dispute_offer: toBuyer("dispute_offer"),
  dispute_declined: toBuyer("dispute_declined"),
  order_message: toBuyer("order_message"),
  order_question: toBuyer("order_question"),
  order_settled: toBuyer("order_settled"),
  order_completed: toBuyer("order_completed"),
  order_cancelled: toBuyer("order_cancelled"),
  refund_made: toBuyer("refund_made"),
  order_expired: toBuyer("order_expired"),
  refund_paid: toBuyer("refund_paid"),
  chargeback_opened: toBuyer("chargeback_opened"),
  chargeback_won: toBuyer("chargeback_won"),
  chargeback_lost: toBuyer("chargeback_lost"),
  receipt_reversed: toBuyer("receipt_reversed"),
  operator_chargeback: template("operator_chargeback", OPERATOR_CHARGEBACK_FIELDS, operatorChargebackLetter),
  seller_order_paid: toSeller("seller_order_paid"),
  seller_revision_asked: toSeller("seller_revision_asked"),
  seller_order_message: toSeller("seller_order_message"),
  seller_refund_asked: toSeller("seller_refund_asked"),
  seller_order_question: toSeller("seller_order_question"),
  seller_dispute_opened: toSeller("seller_dispute_opened"),
  seller_dispute_statement: toSeller("seller_dispute_statement"),
  seller_offer_made: toSeller("seller_offer_made"),
  seller_offer_declined: toSeller("seller_offer_declined"),
  seller_dispute_resolved: toSeller("seller_dispute_resolved"),
  seller_order_completed: toSeller("seller_order_completed"),
  seller_order_settled: toSeller("seller_order_settled"),
  seller_order_cancelled: toSeller("seller_order_cancelled"),
  seller_refund_made: toSeller("seller_refund_made"),
  seller_chargeback_opened: toSeller("seller_chargeback_opened"),
  seller_chargeback_won: toSeller("seller_chargeback_won"),
  seller_chargeback_lost: toSeller("seller_chargeback_lost"),
  seller_receipt_reversed: toSeller("seller_receipt_reversed"),
  seller_payout_paid: toSeller("seller_payout_paid"),
  seller_payout_failed: toSeller("seller_payout_failed"),
  seller_verification_decided: toSeller("seller_verification_decided"),
} as const satisfies Readonly<Record<BuyerTemplate | SellerTemplate, Template>> & Readonly<Record<string, Template>>;
