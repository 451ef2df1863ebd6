/** What the name servers of a seller's domain say: whose it is, and whether it leads to us. */
import { isIP } from "node:net";
import type { LookAtRecords } from "../commands/look-at-domain.js";
import { proofName, proofText } from "../domain/hosted-domain.js";
import type { NameServers } from "../outbound/resolve.js";

/**
 * @param publicUrl of the service, whose addresses the domain has to share one of.
 * @returns null without one: there is nothing that a domain could lead to.
 */
export function openDomainRecords(resolver: NameServers, publicUrl: string | null): LookAtRecords | null {
  if (publicUrl === null) return null;
  const ours = new URL(publicUrl).hostname;
  return async ({ name, token }) => {
    const texts = await resolver.texts(proofName(name));
    if (texts === null) return "answer";
    if (!texts.some((text) => text.trim() === proofText(token))) return "text";
    const [theirs, own] = await Promise.all([resolver.lookUp(name), addressesOf(resolver, ours)]);
    if (own.length === 0) return "answer";
    return theirs.ok && theirs.addresses.some((address) => own.includes(address)) ? null : "address";
  };
}

async function addressesOf(resolver: NameServers, host: string): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host];
  const found = await resolver.lookUp(host);
  return found.ok ? found.addresses : [];
}
