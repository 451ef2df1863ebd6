/** Every limit of the contract, once: schemas, pages, the service and tests read it from here ("Limits"). */
export const LIMITS = {
  titleLength: 255,
  nameLength: 255,
  skuLength: 100,
  externalReferenceLength: 255,
  platformLength: 32,
  lineItems: 100,
  milestones: 20,
  metadataKeys: 50,
  metadataKeyLength: 40,
  metadataValueLength: 500,
  submissionDetailsLength: 5000,
  carrierLength: 60,
  trackingNumberLength: 100,
  trackingUrlLength: 2_000,
  /** Of an address that leads back to the shop, as it was given. */
  returnUrlLength: 2_048,
  reasonLength: 5000,
  /** RFC 5321, section 4.5.3.1.3, less the angle brackets. */
  emailLength: 254,
  idempotencyKeyLength: 255,
  expiresInSecondsMin: 900,
  expiresInSecondsMax: 604_800,
  expiresInSecondsDefault: 86_400,
  pageSizeMax: 100,
  pageSizeDefault: 25,
  activeApiKeys: 10,
  /** Whole digits of the largest amount: 999999999999.99. */
  amountWholeDigits: 12,
  /** All that the other limits allow is 278 KB in UTF-8, and 823 KB from a client that escapes to ASCII; descriptions have the rest. */
  bodyBytes: 1024 * 1024,
  /** The outermost object is level 1. */
  bodyNesting: 16,
  /** Most problems that one refusal lists. */
  problemsShown: 100,
  requestsPerMinute: 120,
  unauthenticatedRequestsPerMinute: 600,
  clockAdvanceSecondsMax: 315_360_000,
  chaosDelaySecondsMax: 86_400,
  /** Every attempt that a delivery has. */
  chaosDropFirstMax: 9,
  webhookResponseSeconds: 10,
  /** How far the time of a signature may be from a receiver's clock. */
  signatureToleranceSeconds: 300,
  /** Gaps between the attempts of a delivery, each after the end of the one that failed: nine attempts in total. */
  webhookRetrySeconds: [60, 300, 1_800, 7_200, 21_600, 43_200, 86_400, 86_400],
  /** Failed attempts in a row that disable an endpoint, and those at which its owner is told. */
  webhookDisableAfter: 50,
  webhookMailAt: [25, 40, 50],
  /** How much of an answer the log of attempts keeps. */
  webhookResponseBytes: 16 * 1024,
  webhookAttemptsShown: 50,
  webhookOverlapHoursMax: 168,
  /** Of an account, those that are deleted not counted. */
  webhookEndpoints: 20,
  /** How much of a refused request's body the sellers' log keeps. */
  requestLogBodyBytes: 16 * 1024,
} as const;

/** The dated version of the API that every response names in `Escrow-Version` ("Versioning"). */
export const API_VERSION = "2026-09-01";

/** Path below the public origin that every API path hangs off. */
export const API_PATH = "/api/v1";
