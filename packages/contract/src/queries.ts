/** Query parameters that several operations take. */
import { Type } from "typebox";
import { LIMITS } from "./limits.js";
import { TEXT } from "./schemas/parts.js";

/** Text of a query. Broken UTF-8 can't be told from U+FFFD once it is read, so both are refused; words alone can say that. */
export const queryText = (description: string, options: object = {}) =>
  Type.String({ ...options, pattern: TEXT, description: `${description} Valid UTF-8 without NUL or U+FFFD.` });

export const paging = {
  limit: Type.Integer({
    minimum: 1,
    maximum: LIMITS.pageSizeMax,
    default: LIMITS.pageSizeDefault,
    description: "How many objects a page holds.",
  }),
  cursor: queryText("Opaque; taken from `next` or `previous` of an earlier page."),
};
export const byReference = {
  external_reference: queryText("Only objects with this reference of yours.", {
    minLength: 1,
    maxLength: LIMITS.externalReferenceLength,
  }),
};
