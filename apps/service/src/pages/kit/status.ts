/** Status codes of pages that could not do what was asked. */

/** What was sent can't be taken (RFC 9110, section 15.5.1). */
export const BAD_REQUEST = 400;
/** Something typed has to be put right first (RFC 9110, section 15.5.21). */
export const UNPROCESSABLE = 422;
/** What was asked for is not there, or not theirs (RFC 9110, section 15.5.5). */
export const NOT_FOUND = 404;
/** It can't be done as things stand now (RFC 9110, section 15.5.10). */
export const CONFLICT = 409;
/** It was asked for as often as it may be, for now (RFC 6585, section 4). */
export const TOO_MANY_REQUESTS = 429;
/** It was there, and is over (RFC 9110, section 15.5.11). */
export const GONE = 410;
