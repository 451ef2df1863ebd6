/** Mails to members of an account about a webhook endpoint. In English, as the console is. */
import { type EndpointId, formatId } from "../domain/ids.js";
import type { Letter } from "./letter.js";
import { orNull, type ParamsOf, text, uuid, wholeNumber } from "./params.js";
import { consoleUrl, switchOff } from "./seller/letters.js";

/** Attempts to deliver to an endpoint have failed, `failures` in a row. */
export const ENDPOINT_FIELDS = {
  endpoint: uuid,
  url: text,
  failures: wholeNumber,
  trading_name: text,
  seller_code: orNull(text),
} as const;
type EndpointParams = ParamsOf<typeof ENDPOINT_FIELDS>;

/** A mail of before there was a console has nowhere to lead. */
function toMember(params: EndpointParams, publicUrl: string): Omit<Letter, "subject" | "blocks"> {
  const { trading_name, seller_code } = params;
  if (seller_code === null) return { locale: "en", footer: "Holdfast sends this to the owner of the account." };
  return { locale: "en", ...switchOff("endpoint_failing", { trading_name, seller_code }, publicUrl) };
}

const toEndpoint = (params: EndpointParams, publicUrl: string): Letter["blocks"] =>
  params.seller_code === null
    ? []
    : [
        {
          link: {
            label: "Open the endpoint",
            url: `${consoleUrl(publicUrl, { seller_code: params.seller_code })}/webhooks/${endpointIn(params)}`,
          },
        },
      ];

/** Failed attempts in a row after which an endpoint is disabled (contract, "Delivery guarantees", 5). */
const DISABLED_AFTER = 50;

const ANSWER_RULE =
  "An attempt succeeds when your endpoint answers with any 2xx status within 10 seconds; redirects are not followed.";

export const failingLetter = (params: EndpointParams, publicUrl: string): Letter => ({
  ...toMember(params, publicUrl),
  subject: `Your webhook endpoint is failing: ${params.failures} attempts in a row`,
  blocks: [
    { say: `Hello ${params.trading_name},` },
    {
      say: `the last ${params.failures} attempts to deliver events to one of your webhook endpoints have failed, without a success in between.`,
    },
    endpointFacts(params),
    {
      say: `What happens next: we keep trying. After ${DISABLED_AFTER} failed attempts in a row the endpoint is disabled; the first success starts the count again.`,
    },
    { say: `What you can do: fix what makes it fail. ${ANSWER_RULE}` },
    {
      say: "No event is lost: the feed (GET /events) has every one of them, delivered or not.",
    },
    ...toEndpoint(params, publicUrl),
  ],
});

/** The endpoint was disabled after `failures` failed attempts in a row. */
export const disabledLetter = (params: EndpointParams, publicUrl: string): Letter => ({
  ...toMember(params, publicUrl),
  subject: `Your webhook endpoint is disabled: ${params.failures} failed attempts in a row`,
  blocks: [
    { say: `Hello ${params.trading_name},` },
    {
      say: `the last ${params.failures} attempts to deliver events to one of your webhook endpoints have failed, without a success in between. We have disabled the endpoint, and send nothing to it until it is enabled again.`,
    },
    endpointFacts(params),
    {
      say: "Nothing is lost: deliveries that were under way and new events are held. They are sent, oldest first, once the endpoint is enabled. The feed (GET /events) has every event as well.",
    },
    { say: `What you can do: fix it first. ${ANSWER_RULE} Then enable it in the console, or with:` },
    { command: `holdfast webhook enable ${endpointIn(params)}` },
    { say: "Add --skip-held to continue with new events only and skip the held ones." },
    ...toEndpoint(params, publicUrl),
  ],
});

const endpointFacts = (params: EndpointParams): Letter["blocks"][number] => ({
  facts: [
    ["Endpoint", endpointIn(params)],
    ["URL", params.url],
    ["Failed attempts", `${params.failures} in a row`],
  ],
});

const endpointIn = ({ endpoint }: EndpointParams): string => formatId("endpoint", endpoint as EndpointId);
