/** Mails to the owner of an account about a webhook endpoint. In English, as the command line is. */
import { type EndpointId, formatId } from "../domain/ids.js";
import type { Letter } from "./letter.js";
import { type ParamsOf, text, uuid, wholeNumber } from "./params.js";

/** Attempts to deliver to an endpoint have failed, `failures` in a row. */
export const ENDPOINT_FIELDS = { endpoint: uuid, url: text, failures: wholeNumber, trading_name: text } as const;
type EndpointParams = ParamsOf<typeof ENDPOINT_FIELDS>;

const TO_OWNER = {
  locale: "en",
  footer: "Holdfast sends this to the owner of the account. There is no need to answer.",
} as const;

/** Failed attempts in a row after which an endpoint is disabled (contract, "Delivery guarantees", 5). */
const DISABLED_AFTER = 50;

const ANSWER_RULE =
  "An attempt succeeds when your endpoint answers with any 2xx status within 10 seconds; redirects are not followed.";

export const failingLetter = (params: EndpointParams): Letter => ({
  ...TO_OWNER,
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
    { say: `What you can do: find out why it fails. ${ANSWER_RULE}` },
    {
      say: "No event is lost: the feed (GET /events) has every one of them, delivered or not.",
    },
  ],
});

/** The endpoint was disabled after `failures` failed attempts in a row. */
export const disabledLetter = (params: EndpointParams): Letter => ({
  ...TO_OWNER,
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
    { say: `What you can do: repair it first. ${ANSWER_RULE} Then enable it:` },
    { command: `holdfast webhook enable ${endpointIn(params)}` },
    { say: "Add --skip-held to go on with new events and leave out what was held." },
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
