/** Every mail that there is, by name. The outbox keeps name and parameters; the words are put together when it is read. */
import { type EndpointId, formatId } from "../domain/ids.js";
import type { Letter } from "./letter.js";

/** Parameters as the outbox keeps them, in JSON. */
export type MailParams = {
  /** To the owner of an account: attempts to deliver to an endpoint have failed, `failures` in a row. */
  readonly webhook_failing: EndpointParams;
  /** To the owner of an account: the endpoint was disabled after `failures` failed attempts in a row. */
  readonly webhook_disabled: EndpointParams;
};
export type MailTemplate = keyof MailParams;

type EndpointParams = {
  /** The UUID of the endpoint. */
  readonly endpoint: string;
  readonly url: string;
  readonly failures: number;
  readonly trading_name: string;
};

type Template<Params> = {
  /** @throws Error when something is missing: the statement that wrote the row is wrong. */
  readonly read: (params: unknown) => Params;
  readonly write: (params: Params) => Letter;
};

/** Failed attempts in a row after which an endpoint is disabled (contract, "Delivery guarantees", 5). */
const DISABLED_AFTER = 50;

const ANSWER_RULE =
  "An attempt succeeds when your endpoint answers with any 2xx status within 10 seconds; redirects are not followed.";

export const TEMPLATES: { readonly [Name in MailTemplate]: Template<MailParams[Name]> } = {
  webhook_failing: {
    read: readEndpointParams,
    write: (params) => ({
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
    }),
  },
  webhook_disabled: {
    read: readEndpointParams,
    write: (params) => ({
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
    }),
  },
};

const endpointFacts = (params: EndpointParams): Letter["blocks"][number] => ({
  facts: [
    ["Endpoint", endpointIn(params)],
    ["URL", params.url],
    ["Failed attempts", `${params.failures} in a row`],
  ],
});

const endpointIn = ({ endpoint }: EndpointParams): string => formatId("endpoint", endpoint as EndpointId);

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function readEndpointParams(params: unknown): EndpointParams {
  const { endpoint, url, failures, trading_name } = (params ?? {}) as Readonly<Record<string, unknown>>;
  const isWhole =
    typeof endpoint === "string" &&
    UUID.test(endpoint) &&
    typeof url === "string" &&
    typeof failures === "number" &&
    typeof trading_name === "string";
  if (!isWhole) throw new Error("the parameters of a mail about an endpoint are not complete");
  return { endpoint, url, failures, trading_name };
}
