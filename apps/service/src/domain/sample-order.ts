/** The order that a visitor of a sandbox can try the checkout with, and who offers it. */
import type { Cents } from "./money.js";

/** The email address of the seller that the first start of a sandbox makes. */
export const SAMPLE_SELLER_EMAIL = "demo@holdfast.example";
export const SAMPLE_SELLER_NAME = "Northwind Ceramics";

export const SAMPLE_AMOUNT = 24_990n as Cents;
/** How long it may be confirmed, in seconds. */
export const SAMPLE_SECONDS = 1_800;
