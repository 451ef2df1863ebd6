import type { ErrorCode } from "@holdfast/contract";

/** Thrown where a page can't be given or an action not be done: a page of that status tells the person. */
export class PageRefusal extends Error {
  readonly code: ErrorCode;
  readonly headers: Readonly<Record<string, string>>;
  constructor(code: ErrorCode, headers: Readonly<Record<string, string>> = {}) {
    super(code);
    this.code = code;
    this.headers = headers;
  }
}
