/** An e-mail address by the API's rule, from one as a shop keeps it. */
import { domainToASCII } from "node:url";

const LENGTH_MAX = 254;
const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}$/;
/** Letters of any script; nothing that would end a host in an address on the web, or be read as its escape. */
const DOMAIN = /^[\p{L}\p{M}\p{N}.\u3002-]+$/u;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** A domain that ends so is the number of a machine. */
const NUMBER = /^(?:\d+|0x[0-9a-f]*)$/;

function withoutLastDots(text: string): string {
  let end = text.length;
  while (text[end - 1] === ".") end -= 1;
  return text.slice(0, end);
}

/** Null for what the API would refuse. */
export function address(text: string): string | null {
  const typed = text.replaceAll(/\p{Cf}/gu, "").trim();
  const [, inBrackets] = /<([^<>]*)>$/.exec(typed) ?? [];
  const inner = (inBrackets ?? typed).trim();
  const bare = /^mailto:/i.test(inner) ? (inner.slice("mailto:".length).split("?")[0] ?? "").trim() : inner;
  const at = bare.lastIndexOf("@");
  if (at < 1) return null;
  const local = bare.slice(0, at);
  const given = withoutLastDots(bare.slice(at + 1));
  const domain = DOMAIN.test(given) ? domainToASCII(given) : "";
  const labels = domain.split(".");
  const isDomain = labels.length > 1 && labels.every((one) => LABEL.test(one)) && !NUMBER.test(labels.at(-1) ?? "");
  const whole = `${local}@${domain}`;
  return isDomain && LOCAL_PART.test(local) && whole.length <= LENGTH_MAX ? whole : null;
}
