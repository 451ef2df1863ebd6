/**
 * Requests that come by a seller's own domain. Checkouts of that seller answer there, and what they are made of; orders lead on to the
 * service's own address, where buyers decide about money, and all else is not there: a domain is in its seller's hands.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Queryable } from "../platform/database.js";
import { type DomainServes, findDomain } from "../store/read/domains.js";
import { ApiRefusal } from "./refusal.js";

export type HostedSeller = {
  readonly sellerCode: string;
  /** How addresses on the domain start. */
  readonly origin: string;
};

declare module "fastify" {
  interface FastifyRequest {
    /** Set for a request that came by a seller's domain. */
    hostedSeller?: HostedSeller;
  }
}

/**
 * That a host serves nobody is asked at most once in so many milliseconds; so many hosts are kept. Whom it serves is asked with every
 * request: a domain that was taken away answers no longer in any process.
 */
const KEPT_MS = 5_000;
const KEPT_MAX = 1_000;
const NAME = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;

export type HostedSellers = {
  /** Null at once for a host that is none of a seller's; whom another serves is asked for. "taken": nothing answers there. */
  find(host: string): Promise<HostedSeller | "taken" | null> | null;
};

/** @param publicUrl the service's own address; without one, domains can't be told from it, and none is served. */
export function openHostedSellers(db: Queryable, publicUrl: string | null): HostedSellers {
  const own = publicUrl === null ? null : new URL(publicUrl);
  const kept = new Map<string, Promise<DomainServes | null>>();
  const sellerOf = (name: string): Promise<DomainServes | null> => {
    const known = kept.get(name);
    if (known !== undefined) return known;
    if (kept.size >= KEPT_MAX) kept.clear();
    const seller = findDomain(db, name);
    const forget = (): void => {
      if (kept.get(name) === seller) kept.delete(name);
    };
    kept.set(name, seller);
    seller.then((served) => served !== null && served !== "taken" && forget(), forget);
    setTimeout(forget, KEPT_MS).unref();
    return seller;
  };
  return {
    find(host) {
      if (own === null || host === own.host) return null;
      const name = host.replace(/:\d+$/, "").toLowerCase();
      if (name === own.hostname || !NAME.test(name) || /^[\d.]+$/.test(name)) return null;
      return sellerOf(name).then((served) => {
        if (served === null || served === "taken") return served;
        return { ...served, origin: `${own.protocol}//${name}${own.port === "" ? "" : `:${own.port}`}` };
      });
    },
  };
}

/** What answers on a domain: a seller's pages by their code, and what belongs to no seller. */
const OF_SELLER = /^\/(?:pay|buy)\/:seller_code\//;
const OF_ALL = /^\/(?:assets\/|brand\/|sign-in(?:\/again|\/code|\/other)?$|sign-out$|language$|theme$|zone$)/;
/** Where buyers see and decide about their orders, and what mails lead to. */
const OF_BUYER = /^\/(?:orders|sign-in|stop)(?:\/|$)/;

const NO_PATH = { message: "There is no such path." };

/** Sends what is elsewhere on to there. @throws ApiRefusal not_found for what is not on a seller's domain. */
export function enterHosted(
  request: FastifyRequest,
  reply: FastifyReply,
  { seller, publicUrl }: { readonly seller: HostedSeller | "taken"; readonly publicUrl: string },
): FastifyReply | null {
  if (seller === "taken") throw new ApiRefusal("not_found", NO_PATH);
  const { method, url, routeOptions } = request;
  const route = routeOptions.url ?? "";
  const { seller_code: code } = (request.params ?? {}) as Readonly<Partial<Record<string, string>>>;
  const isOfOther = code !== undefined && code !== seller.sellerCode;
  request.hostedSeller = seller;
  if (method === "GET" && OF_BUYER.test(route)) return reply.redirect(publicUrl + url, 303);
  if (isOfOther || !(OF_SELLER.test(route) || OF_ALL.test(route))) throw new ApiRefusal("not_found", NO_PATH);
  return null;
}
