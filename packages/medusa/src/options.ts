/** What a shop configures, in `medusa-config`: once for the plugin, and `apiKey` and `baseUrl` for the payment provider as well. */
import { MedusaError } from "@medusajs/framework/utils";

/** What the payment provider needs. */
export type ProviderOptions = {
  /** A key that may write, from the console. */
  readonly apiKey: string;
  /** Where the API is, such as `https://api.holdfast.example/api/v1`. */
  readonly baseUrl: string;
};

export type Options = ProviderOptions & {
  /** Names this shop among those of the account: 1 to 32 small letters, digits and hyphens. It never changes. Default: `medusa`. */
  readonly shop: string;
  /** Stands before each order's id in keys and references. Medusa's ids are unique, so hardly any shop needs one. Default: none. */
  readonly prefix: string;
  /** Of the webhook endpoint `/hooks/holdfast`; several while it is rotated. Without it, webhooks are refused. */
  readonly webhookSecret: string | readonly string[];
  /** Where people look at escrows, such as `https://holdfast.example/console`. Default: `/console` at the API's host. */
  readonly consoleUrl: string;
  /** Where the buyer returns to; `{order}` becomes the order's id. */
  readonly successUrl?: string;
  readonly cancelUrl?: string;
  /**
   * `order`: the whole order is delivered at once, when its last parcel is shipped. `item`: each line item is delivered, approved and
   * released on its own; an order of more than twenty is delivered as a whole.
   */
  readonly milestones: "order" | "item";
  /** After so many hours, an order that nobody has paid is cancelled, and its stock is free again. Default: 72. */
  readonly cancelUnpaidAfterHours: number;
};

const CANCEL_UNPAID_AFTER_HOURS = 72;

const refuse = (reason: string): never => {
  throw new MedusaError(MedusaError.Types.INVALID_DATA, `@holdfast/medusa: ${reason}`);
};

/** @throws MedusaError that names the option */
export function readProviderOptions(given: Record<string, unknown>): ProviderOptions {
  const { apiKey, baseUrl } = given;
  if (typeof apiKey !== "string" || apiKey === "") return refuse("apiKey is missing");
  if (typeof baseUrl !== "string" || !URL.canParse(baseUrl)) return refuse("baseUrl takes the address of the API");
  return { apiKey, baseUrl };
}

/** @throws MedusaError that names the option */
export function readOptions(given: Record<string, unknown>): Options {
  const { milestones = "order", cancelUnpaidAfterHours = CANCEL_UNPAID_AFTER_HOURS } = given;
  if (milestones !== "order" && milestones !== "item") return refuse("milestones takes order or item");
  if (typeof cancelUnpaidAfterHours !== "number" || !(cancelUnpaidAfterHours > 0))
    return refuse("cancelUnpaidAfterHours takes a number above 0");
  const account = readProviderOptions(given);
  const { shop = "medusa", prefix = "", webhookSecret = [], successUrl, cancelUrl } = given as Partial<Options>;
  const { consoleUrl = new URL("/console", account.baseUrl).href } = given as Partial<Options>;
  return {
    ...account,
    shop,
    prefix,
    webhookSecret,
    consoleUrl,
    milestones,
    cancelUnpaidAfterHours,
    ...(successUrl === undefined ? {} : { successUrl }),
    ...(cancelUrl === undefined ? {} : { cancelUrl }),
  };
}
