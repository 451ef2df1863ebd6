/** A seller's account at the provider that holds their money: how it stands, and the way to its pages. */
import { Type } from "typebox";
import { LIMITS } from "../limits.js";
import { CONNECTED_STATUSES } from "../statuses.js";
import { body, growing, nullable, strict, timestamp } from "./parts.js";

/** One that may be left out may be empty too, as every optional text. */
const WebUrl = (description: string, { isOptional = false } = {}) =>
  Type.String({
    format: "uri",
    pattern: isOptional ? "^(?:$|[Hh][Tt][Tt][Pp][Ss]?:)" : "^[Hh][Tt][Tt][Pp][Ss]?:",
    maxLength: LIMITS.returnUrlLength,
    "x-expects": `an absolute http or https URL of at most ${LIMITS.returnUrlLength} characters, without a user name or password and with a host that DNS can take`,
    description: `${description} In live mode https.`,
    examples: ["https://shop.example/settings/payouts"],
  });

export const ConnectedAccount = strict(
  "ConnectedAccount",
  "The seller's account at the provider that holds their money and pays their bank.",
  {
    object: Type.Literal("connected_account"),
    provider: Type.String({ description: "Who holds the money.", examples: ["stripe"] }),
    status: growing("ConnectedAccountStatus", CONNECTED_STATUSES, {
      is: "How the seller stands with the provider. READY: what is released is sent there by itself.",
      unknown: "treat one that you do not know as STOPPED.",
    }),
    payable: Type.Boolean({ description: "Whether money can be sent there now." }),
    wanted: Type.Array(Type.String({ examples: ["external_account"] }), {
      description: "What the provider wants from the seller, in its own words.",
    }),
    stopped_reason: nullable(
      Type.String({
        description: "Why the provider stopped it, in its own word.",
        examples: ["requirements.past_due"],
      }),
    ),
    updated_at: nullable(timestamp("When the provider said so last; null before it was asked.")),
  },
);

export const ConnectedAccountLinkCreate = body(
  "ConnectedAccountLinkCreate",
  "Where the seller goes on after the provider's pages.",
  {
    return_url: WebUrl("Where the provider's pages lead when the seller is done, or leaves."),
    refresh_url: Type.Optional(
      WebUrl("Where a link leads that has expired: create another there. Without it, `return_url`.", {
        isOptional: true,
      }),
    ),
  },
);

export const ConnectedAccountLink = strict(
  "ConnectedAccountLink",
  "The way to the provider's own pages, which ask who the seller is and where their bank account is.",
  {
    object: Type.Literal("connected_account.link"),
    url: Type.String({
      format: "uri",
      description: "Leads there once, and for some minutes: send the seller there at once.",
      examples: ["https://connect.stripe.com/setup/e/acct_1Q2W3E4R/5T6Y7U8I9O0P"],
    }),
    connected_account: ConnectedAccount,
  },
);
