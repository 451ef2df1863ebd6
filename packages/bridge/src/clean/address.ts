/** An e-mail address by the API's rule, from one as a shop keeps it. */
import { domainToASCII } from "node:url";

const LENGTH_MAX = 254;
const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}$/;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

function withoutLastDots(text: string): string {
  let end = text.length;
  while (text[end - 1] === ".") end -= 1;
  return text.slice(0, end);
}

/** Null for what the API would refuse. */
export function address(text: string): string | null {
  const typed = text.replaceAll(/\p{Cf}/gu, "").trim();
  const [, inBrackets] = /<([^<>]*)>$/.exec(typed) ?? [];
  const bare = (inBrackets ?? typed)
    .trim()
    .replace(/^mailto:/i, "")
    .trim();
  const at = bare.lastIndexOf("@");
  if (at < 1) return null;
  const local = bare.slice(0, at);
  const domain = domainToASCII(withoutLastDots(bare.slice(at + 1)));
  const labels = domain.split(".");
  const whole = `${local}@${domain}`;
  const isTaken =
    LOCAL_PART.test(local) && labels.length > 1 && labels.every((one) => LABEL.test(one)) && whole.length <= LENGTH_MAX;
  return isTaken ? whole : null;
}
