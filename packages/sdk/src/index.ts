export type { Answer, Call, ListCall, Page } from "./call.js";
export {
  type CreateOptions,
  type Delivery,
  type EscrowsQuery,
  type EventsQuery,
  Holdfast,
  type ListRequest,
  type SessionsQuery,
} from "./client.js";
export {
  type AnyErrorCode,
  ApiError,
  ConnectionError,
  HoldfastError,
  TimeoutError,
} from "./errors.js";
export type { Followed, FollowOptions } from "./follow.js";
export { type ApiRequest, type CallOptions, type ClientOptions, requestIdOf } from "./transport.js";
export type * from "./types.js";
export { API_VERSION } from "./types.js";
