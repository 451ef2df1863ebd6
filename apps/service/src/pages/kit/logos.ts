/** Logos of sellers, each under an address that names its bytes. Anyone who has a link of the seller can see them. */
import type { Database } from "../../platform/database.js";
import { findLogo } from "../../store/read/brand.js";
import { isSellerCode } from "./links.js";
import { PageRefusal } from "./refusal.js";
import type { Handler } from "./route.js";
import { FOR_EVER } from "./stored.js";

const HASH = /^[0-9a-f]{16}$/;

export const sendLogo: Handler<unknown, { readonly db: Database }> = async (_reader, { params, reply }, { db }) => {
  const { seller_code = "", hash = "" } = params;
  const logo = isSellerCode(seller_code) && HASH.test(hash) ? await findLogo(db, seller_code, hash) : null;
  if (logo === null) throw new PageRefusal("not_found");
  return reply
    .headers({
      // Opened by itself it is a picture, and nothing in it runs.
      "Content-Security-Policy": "sandbox; default-src 'none'",
      "Cache-Control": FOR_EVER,
    })
    .type(logo.type)
    .send(logo.content);
};
