/** Where the pages of the desk are that others lead to. */
import type { Party } from "../../domain/model.js";
import { DESK_PATH } from "../kit/links.js";

export const ACCOUNTS_PATH = `${DESK_PATH}/accounts`;
export const accountPath = (sellerCode: string): string => `${ACCOUNTS_PATH}/${sellerCode}`;

export const VERIFICATIONS_PATH = `${DESK_PATH}/verifications`;
export const verificationPath = (sellerCode: string): string => `${VERIFICATIONS_PATH}/${sellerCode}`;

export const DISPUTES_PATH = `${DESK_PATH}/disputes`;
export const disputePath = (sellerCode: string, escrow: string): string => `${DISPUTES_PATH}/${sellerCode}/${escrow}`;

/** Of any order, whether it was ever disputed or not. */
export const orderPath = (sellerCode: string, escrow: string): string => `${DESK_PATH}/orders/${sellerCode}/${escrow}`;
/** Where an operator refunds it for its seller. */
export const deskRefundPath = (sellerCode: string, escrow: string): string => `${orderPath(sellerCode, escrow)}/refund`;
/** Where an operator asks one side of an order. */
export const talkPath = (sellerCode: string, escrow: string): string => `${orderPath(sellerCode, escrow)}/questions`;
/** What was asked of a side, on the page of the order. */
export const talkAnchor = (asked: Party): string => (asked === "buyer" ? "#asked-buyer" : "#asked-seller");
export const SEARCH_PATH = `${DESK_PATH}/search`;

export const CHARGEBACKS_PATH = `${DESK_PATH}/chargebacks`;
export const chargebackPath = (id: string): string => `${CHARGEBACKS_PATH}/${id}`;

export const APPROVALS_PATH = `${DESK_PATH}/approvals`;
export const SECURITY_PATH = `${DESK_PATH}/security`;
export const LEDGER_PATH = `${DESK_PATH}/ledger`;
export const RATES_PATH = `${DESK_PATH}/rates`;
export const BOOKS_PATH = `${DESK_PATH}/books`;
export const IDENTITY_PATH = `${DESK_PATH}/identity`;
export const STUCK_PATH = `${DESK_PATH}/stuck`;

export const STATEMENTS_PATH = `${DESK_PATH}/statements`;
/** Of a file that waits for another operator, or was decided. */
export const uploadPath = (id: string): string => `${STATEMENTS_PATH}/${id}`;

export const BATCHES_PATH = `${DESK_PATH}/batches`;
/** Where an operator names the account that a refund goes to. */
export const payeePath = (refund: string): string => `${BATCHES_PATH}/refunds/${refund}`;
export const batchPath = (code: string): string => `${BATCHES_PATH}/${code}`;

export const RECEIPTS_PATH = `${DESK_PATH}/receipts`;
export const receiptPath = (sellerCode: string, escrow: string, payment: string): string =>
  `${RECEIPTS_PATH}/${sellerCode}/${escrow}/${payment}`;
