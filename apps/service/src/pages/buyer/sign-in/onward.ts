/** Where the link in a code's mail leads on to: in a cookie of the browser that asked for it. */
import type { Cookies } from "../../../identity/cookies.js";
import { safeNext } from "../../kit/next.js";
import { SIGN_IN_PATH } from "../links.js";

/** As long as a code holds. */
const SECONDS = 600;
/** What a cookie of ours takes. */
const LENGTH_MAX = 1_024;

export function writeOnward(cookies: Cookies, path: string): string {
  const value = Buffer.from(path).toString("base64url");
  return value.length > LENGTH_MAX ? cookies.clear("onward") : cookies.write("onward", value, SECONDS);
}

/** One of our own paths, whatever stands there. */
export function readOnward(cookies: Cookies, headers: Parameters<Cookies["read"]>[0]): string {
  const value = cookies.read(headers, "onward");
  return safeNext(value === null ? null : Buffer.from(value, "base64url").toString("utf8"), SIGN_IN_PATH);
}
