/** Mails to members of an account about a webhook endpoint. */
import { type EndpointId, formatId } from "../domain/ids.js";
import type { Letter } from "./letter.js";
import { consoleLanguage, orNull, type ParamsOf, text, uuid, wholeNumber } from "./params.js";
import { consoleUrl, switchOff } from "./seller/letters.js";
import { sellerMailWords } from "./seller/words.js";

/** Attempts to deliver to an endpoint have failed, `failures` in a row. */
export const ENDPOINT_FIELDS = {
  endpoint: uuid,
  url: text,
  failures: wholeNumber,
  trading_name: text,
  seller_code: orNull(text),
  /** Of the member. */
  locale: consoleLanguage,
} as const;
type EndpointParams = ParamsOf<typeof ENDPOINT_FIELDS>;

const endpointWords = sellerMailWords("endpoint");

/** A mail of before there was a console has nowhere to lead. */
function toMember(params: EndpointParams, publicUrl: string): Omit<Letter, "subject" | "blocks"> {
  const { trading_name, seller_code, locale } = params;
  if (seller_code === null) return { locale, footer: endpointWords(locale).toOwner };
  return { locale, ...switchOff("endpoint_failing", { trading_name, seller_code, locale }, publicUrl) };
}

const toEndpoint = (params: EndpointParams, publicUrl: string): Letter["blocks"] =>
  params.seller_code === null
    ? []
    : [
        {
          link: {
            label: endpointWords(params.locale).open,
            url: `${consoleUrl(publicUrl, { seller_code: params.seller_code })}/webhooks/${endpointIn(params)}`,
          },
        },
      ];

/** Failed attempts in a row after which an endpoint is disabled (contract, "Delivery guarantees", 5). */
const DISABLED_AFTER = 50;

export function failingLetter(params: EndpointParams, publicUrl: string): Letter {
  const words = endpointWords(params.locale);
  return {
    ...toMember(params, publicUrl),
    subject: words.failing({ failures: params.failures }),
    blocks: [
      { say: words.hello({ name: params.trading_name }) },
      { say: words.failingText({ failures: params.failures }) },
      endpointFacts(params),
      { say: words.failingNext({ most: DISABLED_AFTER }) },
      { say: words.failingFix({ rule: words.rule }) },
      { say: words.failingFeed },
      ...toEndpoint(params, publicUrl),
    ],
  };
}

/** The endpoint was disabled after `failures` failed attempts in a row. */
export function disabledLetter(params: EndpointParams, publicUrl: string): Letter {
  const words = endpointWords(params.locale);
  return {
    ...toMember(params, publicUrl),
    subject: words.disabled({ failures: params.failures }),
    blocks: [
      { say: words.hello({ name: params.trading_name }) },
      { say: words.disabledText({ failures: params.failures }) },
      endpointFacts(params),
      { say: words.disabledHeld },
      { say: words.disabledFix({ rule: words.rule }) },
      { command: `holdfast webhook enable ${endpointIn(params)}` },
      { say: words.disabledSkip },
      ...toEndpoint(params, publicUrl),
    ],
  };
}

function endpointFacts(params: EndpointParams): Letter["blocks"][number] {
  const words = endpointWords(params.locale);
  return {
    facts: [
      [words.endpoint, endpointIn(params)],
      ["URL", params.url],
      [words.failed, words.inARow({ failures: params.failures })],
    ],
  };
}

const endpointIn = ({ endpoint }: EndpointParams): string => formatId("endpoint", endpoint as EndpointId);
