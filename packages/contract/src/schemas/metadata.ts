import { Type } from "typebox";
import { LIMITS } from "../limits.js";
import { FIELD_NAME } from "../openapi/schemas.js";
import { TEXT } from "./parts.js";

export const Metadata = Type.Unsafe<Record<string, string>>({
  type: "object",
  maxProperties: LIMITS.metadataKeys,
  propertyNames: { type: "string", maxLength: LIMITS.metadataKeyLength, ...FIELD_NAME },
  additionalProperties: { type: "string", maxLength: LIMITS.metadataValueLength, pattern: TEXT },
  "x-component": "Metadata",
  "x-expects": `an object of at most ${LIMITS.metadataKeys} text values`,
  description:
    "Your own keys and values, echoed on the session and its escrow. None holds NUL or half a character (a lone surrogate), and no key is `__proto__`.",
  examples: [{ cart: "7731" }],
});
