export type { Static, TSchema } from "typebox";
export * from "./errors.js";
export * from "./events.js";
export * from "./limits.js";
export * from "./openapi.js";
export * from "./operations.js";
export * as schemas from "./schemas.js";
export * from "./statuses.js";
export * from "./webhook.js";
