/** Whether an endpoint may be registered: the check that every attempt repeats ("Delivery guarantees", 7). */
import { type Policy, readTarget } from "../outbound/guard.js";
import { addressesOf, openResolver } from "../outbound/resolve.js";

/** Of the URL as written, then of the addresses that its name has now: null, or one sentence why not. */
export const checkBy =
  (policy: Policy) =>
  async (url: string): Promise<string | null> => {
    const read = readTarget(url, policy);
    if (!read.ok) return read.reason;
    const resolver = openResolver();
    const found = await addressesOf(read.target, { resolver, policy });
    resolver.close();
    return found.ok ? null : found.reason;
  };
