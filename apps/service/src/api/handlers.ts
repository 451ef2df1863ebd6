/** One handler for every operation of the contract: a missing one does not compile. */
import type { Handlers } from "./context.js";
import { getAccount } from "./routes/account.js";
import { createConnectedAccountLink, getConnectedAccount } from "./routes/connected-account.js";
import { createSession } from "./routes/create-session.js";
import { getEscrow, listEscrows, submitMilestone } from "./routes/escrows.js";
import { listEvents } from "./routes/events.js";
import { createRefund, getRefund, listRefunds } from "./routes/refunds.js";
import { expireSession, getSession, listSessions } from "./routes/sessions.js";
import { helpers } from "./routes/test-helpers.js";

export const HANDLERS: Handlers = {
  getAccount,
  getConnectedAccount,
  createConnectedAccountLink,
  createSession,
  listSessions,
  getSession,
  expireSession,
  listEscrows,
  getEscrow,
  submitMilestone,
  createRefund,
  listRefunds,
  getRefund,
  listEvents,
  ...helpers,
};
