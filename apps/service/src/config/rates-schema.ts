/** What a RATES_FILE may say, as a JSON schema: published in docs/reference, and what the file is checked by. */
import { RATE_PATTERN, SOURCE_MAX } from "../domain/rates.js";

export const RATES_SCHEMA = {
  $schema: "http://json-schema.org/draft-07/schema#",
  title: "Rates of currencies (RATES_FILE)",
  type: "object",
  required: ["rates"],
  additionalProperties: false,
  properties: {
    rates: {
      type: "array",
      minItems: 1,
      maxItems: 200,
      items: {
        type: "object",
        required: ["currency", "rate", "at", "source"],
        additionalProperties: false,
        properties: {
          currency: {
            type: "string",
            pattern: "^[A-Z]{3}$",
            description: "Three capital letters (ISO 4217). Every currency once, and never USD.",
          },
          rate: {
            type: "string",
            maxLength: 13,
            pattern: RATE_PATTERN,
            description:
              'How much of the currency one US dollar is, such as "129.35": a decimal in quotes, greater than 0, of at most 12 digits.',
          },
          at: {
            type: "string",
            pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(?:\\.\\d{1,9})?(?:Z|[+-]\\d{2}:\\d{2})$",
            description: "When the rate was set (ISO 8601), such as 2026-05-10T08:00:00Z.",
          },
          source: {
            type: "string",
            minLength: 1,
            maxLength: SOURCE_MAX,
            pattern: "^\\S(?:[^\\u0000-\\u001f]*\\S)?$",
            description: `Who sets the rate, such as your bank: buyers read it. At most ${SOURCE_MAX} characters.`,
          },
        },
      },
    },
  },
} as const;
