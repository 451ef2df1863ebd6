/** Receives webhooks: verifies them, and hands each event to your code once. Runs wherever there is WebCrypto. */

export type * from "./types.js";
export {
  createHandler,
  type FastifyApp,
  type Handler,
  type HandlerOptions,
  type Inbox,
  type NodeRequest,
  type NodeResponse,
} from "./webhooks/handler.js";
export { SignatureError, type Signed, type VerifyOptions, verify } from "./webhooks/verify.js";
