/** What the verbs of sellers share: where a request comes from, and the tokens behind cookies. */
import type { IncomingHttpHeaders } from "node:http";
import type { Actor } from "../domain/security.js";
import type { Queryable } from "../platform/database.js";
import { sha256 } from "../platform/hash.js";
import type { Keys } from "../platform/keys.js";
import { token, uuidv7 } from "../platform/random.js";
import type { Seal } from "../platform/seal.js";
import { type NewSellerSession, SESSION_DAYS_MAX } from "../store/identity/sellers.js";
import type { Locale } from "../words/locale.js";
import type { Cookies } from "./cookies.js";
import { networkOf } from "./networks.js";
import type { Registry } from "./registry.js";
import type { SellerStore } from "./seller-store.js";
import type { SharedAddresses } from "./shared-addresses.js";

/** A request that is about a seller's sign-in: its headers, where it comes from, and the language of the page, where that counts. */
export type SellerAsking = {
  readonly headers: IncomingHttpHeaders;
  readonly address: string;
  readonly locale?: Locale | undefined;
};

export type SellerParts = {
  /** Of this cell's accounts. */
  readonly db: Queryable;
  readonly store: SellerStore;
  /** Of the store: where sign-ins are. */
  readonly people: Queryable;
  /** Where a new account is written down before. */
  readonly registry: Registry;
  readonly cookies: Cookies;
  readonly addresses: SharedAddresses;
  /** For codes of sellers alone. */
  readonly codeKey: Keys;
  /** For marks of browsers that are known alone. */
  readonly markKey: Keys;
  /** For challenges of passkeys alone. */
  readonly challengeKey: Keys;
  /** Where people come from; null takes where the request says that it was sent to. */
  readonly origin: string | null;
  /** @throws DatabaseUnavailable while nobody knows whether its key is the right one. */
  readonly seal: () => Promise<Seal>;
  /** What recovery codes are hashed with. It outlasts SECRET_KEY, as they do. */
  readonly recoveryKey: () => Promise<Buffer>;
};

const TOKEN_LENGTH = 43; // 256 bits
const TOKEN = /^[0-9A-Za-z]{43}$/;
const USER_AGENT_MAX = 300;

export const newToken = (): string => token(TOKEN_LENGTH);

export function hashOfCookie(
  { cookies }: Pick<SellerParts, "cookies">,
  headers: IncomingHttpHeaders,
  name: "seller" | "seller_step",
): Buffer | null {
  const value = cookies.read(headers, name);
  return value !== null && TOKEN.test(value) ? sha256(value) : null;
}

/** Who asks, and from where. */
export const actorOf = (
  { headers, address }: Pick<SellerAsking, "headers" | "address">,
  sellerId: string | null,
): Actor => ({
  sellerId,
  network: networkOf(address),
  userAgent: String(headers["user-agent"] ?? "")
    .replaceAll(/[^\x20-\x7e]/g, "")
    .slice(0, USER_AGENT_MAX),
});

/** Opens a session; the one that the browser had until now ends. */
export const replacing = <Result>(
  { store }: Pick<SellerParts, "store">,
  { replaces }: NewSellerSession,
  work: () => Promise<Result>,
): Promise<Result> => (replaces === null ? work() : store.ending({ tokenHash: replaces }, work));

/** A session with a new token, whatever the browser had before, and the cookies that go with it. */
export function newSession(
  parts: Pick<SellerParts, "cookies">,
  asking: SellerAsking,
): { readonly session: NewSellerSession; readonly cookies: readonly string[] } {
  const { headers } = asking;
  const secret = newToken();
  const { userAgent, network } = actorOf(asking, null);
  return {
    session: {
      tokenHash: sha256(secret),
      id: uuidv7(),
      userAgent,
      network,
      replaces: hashOfCookie(parts, headers, "seller"),
    },
    cookies: [
      parts.cookies.write("seller", secret, SESSION_DAYS_MAX * 86_400),
      ...(parts.cookies.read(headers, "seller_step") === null ? [] : [parts.cookies.clear("seller_step")]),
    ],
  };
}
