/** How pages know people: their cookies, their forms, and who they are. Opened once for a process; keeps nothing of them. */
import type { Queryable } from "../platform/database.js";
import { deriveKey } from "../platform/keys.js";
import type { Seal } from "../platform/seal.js";
import { type Buyers, openBuyers } from "./buyers.js";
import { type Cookies, openCookies } from "./cookies.js";
import { type Forms, openForms } from "./forms.js";
import { openSellers, type Sellers } from "./sellers.js";

export type People = {
  readonly buyers: Buyers;
  readonly sellers: Sellers;
  readonly forms: Forms;
  readonly cookies: Cookies;
};

type Parts = {
  readonly db: Queryable;
  /** The deployment's; each purpose gets a key of its own. */
  readonly secretKey: Buffer;
  /** Where people come from; null when it is not configured, and any name that leads here will do. */
  readonly publicUrl: string | null;
  /** What seals secrets at rest. @throws DatabaseUnavailable while nobody knows whether its key is the right one. */
  readonly seal: () => Promise<Seal>;
};

export function openPeople({ db, secretKey, publicUrl, seal }: Parts): People {
  const cookies = openCookies({ isHttps: publicUrl?.startsWith("https://") === true });
  return {
    cookies,
    forms: openForms({ key: deriveKey(secretKey, "forms"), cookies, origin: publicUrl }),
    buyers: openBuyers({ db, cookies, key: deriveKey(secretKey, "sign-in codes") }),
    sellers: openSellers({
      db,
      cookies,
      codeKey: deriveKey(secretKey, "seller codes"),
      markKey: deriveKey(secretKey, "known browsers of sellers"),
      challengeKey: deriveKey(secretKey, "challenges of passkeys"),
      origin: publicUrl,
      seal,
    }),
  };
}
