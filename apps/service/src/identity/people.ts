/** How pages know people: their cookies, their forms, and who they are. Opened once for a process; keeps nothing of them. */
import type { Queryable } from "../platform/database.js";
import { deriveKeys, type Keys } from "../platform/keys.js";
import type { Seal } from "../platform/seal.js";
import type { BuyerStore } from "./buyer-store.js";
import { type Buyers, openBuyers } from "./buyers.js";
import { type Cookies, openCookies } from "./cookies.js";
import { type Forms, openForms } from "./forms.js";
import type { Registry } from "./registry.js";
import type { SellerStore } from "./seller-store.js";
import { openSellers, type Sellers } from "./sellers.js";
import type { SharedAddresses } from "./shared-addresses.js";

/** What pages for buyers know them by. */
export type BuyerServices = { readonly buyers: Buyers; readonly forms: Forms; readonly cookies: Cookies };

export type People = BuyerServices & {
  readonly sellers: Sellers;
  /**
   * The buyers in frames of one seller: with cookies of their own, and with codes and sessions that hold in frames of that seller
   * and nowhere else, whatever a browser does with their cookies.
   */
  framed(sellerCode: string): BuyerServices;
  /** The same on a seller's own domain: what its owner could learn there is good for checkouts of theirs and for nothing else. */
  hosted(seller: { readonly sellerCode: string; readonly origin: string }): BuyerServices;
};

type Parts = {
  readonly db: Queryable;
  readonly buyerStore: BuyerStore;
  readonly sellerStore: SellerStore;
  readonly registry: Registry;
  readonly addresses: SharedAddresses;
  /** The deployment's; each purpose gets keys of its own. */
  readonly secretKeys: Keys;
  /** Where people come from; null when it is not configured, and any name that leads here will do. */
  readonly publicUrl: string | null;
  /** What seals secrets of people at rest. @throws DatabaseUnavailable while nobody knows whether its key is the right one. */
  readonly seal: () => Promise<Seal>;
  /** What recovery codes are hashed with. @throws DatabaseUnavailable */
  readonly recoveryKey: () => Promise<Buffer>;
};

export function openPeople({
  db,
  buyerStore,
  sellerStore,
  registry,
  addresses,
  secretKeys,
  publicUrl,
  seal,
  recoveryKey,
}: Parts): People {
  const isHttps = publicUrl?.startsWith("https://") === true;
  const [cookies, framedCookies] = [openCookies({ isHttps }), openCookies({ isHttps, isFramed: true })];
  const formKeys = deriveKeys(secretKeys, "forms");
  const buyerParts = {
    store: buyerStore,
    addresses,
    codeKeys: deriveKeys(secretKeys, "sign-in codes"),
    linkKeys: deriveKeys(secretKeys, "sign-in links"),
    markKeys: deriveKeys(secretKeys, "known browsers of buyers"),
  };
  const framedForms = openForms({ keys: formKeys, cookies: framedCookies, origin: publicUrl });
  return {
    cookies,
    forms: openForms({ keys: formKeys, cookies, origin: publicUrl }),
    buyers: openBuyers({ ...buyerParts, cookies, scope: null }),
    framed: (sellerCode) => ({
      cookies: framedCookies,
      forms: framedForms,
      buyers: openBuyers({ ...buyerParts, cookies: framedCookies, scope: `frame ${sellerCode}` }),
    }),
    hosted: ({ sellerCode, origin }) => ({
      cookies,
      forms: openForms({ keys: formKeys, cookies, origin }),
      buyers: openBuyers({ ...buyerParts, cookies, scope: `domain ${sellerCode}` }),
    }),
    sellers: openSellers({
      db,
      store: sellerStore,
      people: sellerStore.people,
      registry,
      cookies,
      addresses,
      codeKey: deriveKeys(secretKeys, "seller codes"),
      markKey: deriveKeys(secretKeys, "known browsers of sellers"),
      challengeKey: deriveKeys(secretKeys, "challenges of passkeys"),
      origin: publicUrl,
      seal,
      recoveryKey,
    }),
  };
}
