/**
 * Where a request comes from, for limits, bound keys and the log: what a trusted proxy says of it, in the one spelling that addresses
 * have here. It runs before anybody asks for `request.ip`, which then finds the list clean.
 */
import type { IncomingMessage } from "node:http";
import { openNetworks, readForwarded } from "../identity/networks.js";
import type { Log } from "../platform/log.js";

const HEADER = "x-forwarded-for";

export function openClientAddresses(trustedProxies: readonly string[], log: Log): (request: IncomingMessage) => void {
  const isTrusted = openNetworks(trustedProxies);
  let isTold = false;

  /** A proxy that nobody named: everyone behind it counts as the proxy. */
  function tell(): void {
    if (isTold) return;
    isTold = true;
    log.warn(
      "a request came with X-Forwarded-For from an address that TRUSTED_PROXIES doesn't name: if that is your load balancer, all visitors share one address and its limits until you name it there",
    );
  }

  return ({ headers, socket }) => {
    const given = headers[HEADER];
    if (given === undefined) return;
    if (!isTrusted(socket.remoteAddress ?? "")) tell();
    const clean = readForwarded(String(given)).join(", ");
    if (clean === "") delete headers[HEADER];
    else headers[HEADER] = clean;
  };
}
