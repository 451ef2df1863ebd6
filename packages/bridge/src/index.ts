export {
  type Adapter,
  eachOf,
  type Fulfilment,
  type Order,
  type RefundNews,
  type RefusedRefund,
  ShopAway,
  type ShopRefund,
  type Unread,
} from "./adapter.js";
export { type Bridge, type Checkout, openBridge, type Refunding } from "./bridge.js";
export type { BridgeOptions, LogLine } from "./context.js";
export { type Database, type Pool, postgres, type Query, type Row, type Value } from "./database.js";
export { isGivenBack, noteOf, type Taken } from "./notes.js";
export type { PendingOrder, WaitsFor } from "./pending.js";
export { STAGES, type Stage } from "./stages.js";
