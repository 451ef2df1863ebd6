/** Receives webhooks: verifies them, and hands each event to your code once. Runs wherever there is WebCrypto. */

export type * from "./types.js";
export { createHandler, type Handler, type HandlerOptions, type Inbox } from "./webhooks/handler.js";
export { SignatureError, type Signed, type VerifyOptions, verify } from "./webhooks/verify.js";
