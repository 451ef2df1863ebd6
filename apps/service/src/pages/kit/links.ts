/** Where one area leads to another. */
import { type EscrowId, formatId, type SessionId } from "../../domain/ids.js";

export const ORDERS_PATH = "/orders";

/** The page of an order, for its buyer. */
export const orderUrl = (sellerCode: string, escrow: EscrowId): string => `${ORDERS_PATH}/${sellerCode}/${escrow}`;

/** The hosted page of the session, where its buyer pays. */
export const payUrl = (sellerCode: string, session: SessionId): string =>
  `/pay/${sellerCode}/${formatId("session", session)}`;

/** The public page of a payment link that many can use. */
export const linkUrl = (sellerCode: string, code: string): string => `/buy/${sellerCode}/${code}`;

/** Below it is what can be framed by sellers' own pages, each seller's by its code. */
export const FRAMES_PATH = "/embed";

export const CONSOLE_PATH = "/console";

/** Where sellers and operators sign in. */
export const CONSOLE_SIGN_IN_PATH = `${CONSOLE_PATH}/sign-in`;

/** One's own sign-in. */
export const ME_PATH = `${CONSOLE_PATH}/me`;
export const SECOND_FACTOR_PATH = `${ME_PATH}/second-factor`;
/** Where somebody proves that it is still they. */
export const PROVE_PATH = `${ME_PATH}/prove`;

export const DESK_PATH = "/desk";

/** Whether that is what sellers are called in addresses. */
export const isSellerCode = (text: string): boolean => /^[0-9A-Z]{8}$/.test(text);
