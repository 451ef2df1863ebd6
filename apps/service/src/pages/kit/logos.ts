/** Logos of sellers and of the operator, and icons of providers. Each address contains a hash of the picture, and anyone with a link can see it. */
import type { ProviderIcon } from "../../domain/provider-looks.js";
import type { Database } from "../../platform/database.js";
import { findLogo } from "../../store/read/brand.js";
import { findOperatorLogo } from "../../store/read/operator-identity.js";
import { operatorIdentity } from "../../words/operator-names.js";
import { isSellerCode } from "./links.js";
import { PageRefusal } from "./refusal.js";
import type { Handler } from "./route.js";
import { FOR_EVER } from "./stored.js";

const HASH = /^[0-9a-f]{16}$/;

/** Opened by itself it is a picture, and nothing in it runs. */
const PICTURE_HEADERS = { "Content-Security-Policy": "sandbox; default-src 'none'", "Cache-Control": FOR_EVER };

export const sendLogo: Handler<unknown, { readonly db: Database }> = async (_reader, { params, reply }, { db }) => {
  const { seller_code = "", hash = "" } = params;
  const logo = isSellerCode(seller_code) && HASH.test(hash) ? await findLogo(db, seller_code, hash) : null;
  if (logo === null) throw new PageRefusal("not_found");
  return reply.headers(PICTURE_HEADERS).type(logo.type).send(logo.content);
};

/** The operator's logo: from memory, or from the database when another process learned of it first. */
export const sendOperatorLogo: Handler<unknown, { readonly db: Database }> = async (
  _reader,
  { params, reply },
  { db },
) => {
  const { hash = "" } = params;
  const { logo, logoDark } = operatorIdentity();
  const known = [logo, logoDark].find((one) => one?.hash === hash);
  const found = known ?? (HASH.test(hash) ? await findOperatorLogo(db, hash) : null);
  if (found === null) throw new PageRefusal("not_found");
  return reply.headers(PICTURE_HEADERS).type(found.type).send(Buffer.from(found.content));
};

type Icons = { readonly all: readonly { icon(hash: string): Promise<ProviderIcon | null> }[] };

/** The icon of a provider's ways to pay. */
export const sendProviderIcon: Handler<unknown, { readonly providers: Icons }> = async (
  _reader,
  { params, reply },
  { providers },
) => {
  const { hash = "" } = params;
  for (const provider of HASH.test(hash) ? providers.all : []) {
    const found = await provider.icon(hash);
    if (found !== null) return reply.headers(PICTURE_HEADERS).type(found.type).send(Buffer.from(found.content));
  }
  throw new PageRefusal("not_found");
};
