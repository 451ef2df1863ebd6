/** The sandbox's providers: what each is called, what it takes payments by, and below which path a person plays it. */
export const SANDBOX = {
  "sandbox-card": { method: "card", path: "/sandbox/card" },
  "sandbox-mobile-money": { method: "mobile_money", path: "/sandbox/phone" },
  "sandbox-bank": { method: "bank", path: "/sandbox/bank" },
} as const;

/** Whose payers have banks that dispute payments. */
export const DISPUTED_AT = "sandbox-card" satisfies keyof typeof SANDBOX;

/** Who keeps accounts for sellers where STRIPE_CONNECT is on, and below which path a person plays its compliance desk. */
export const HOLDER = "sandbox-card" satisfies keyof typeof SANDBOX;
export const HOLDER_PATH = "/sandbox/connect";

export type SandboxName = keyof typeof SANDBOX;

/** Who reports the payments that the helper of the API makes up; it pays them back too. */
export const HELPER_PROVIDER = "sandbox";

/** Numbers of phones and accounts that play what becomes of a payout, by their last four digits. */
export const PAYOUT_REFUSED = "0002";
export const PAYOUT_LATER = "0003";
