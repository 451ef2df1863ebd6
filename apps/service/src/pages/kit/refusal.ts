import type { ErrorCode } from "@holdfast/contract";

/** Thrown where a page can't be given or an action not be done: a page of that status tells the person. */
export class PageRefusal extends Error {
  readonly code: ErrorCode;
  constructor(code: ErrorCode) {
    super(code);
    this.code = code;
  }
}
