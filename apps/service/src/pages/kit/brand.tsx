/** A seller's own looks on pages of ours: its name and its logo, which stand beside who it is, never in place of us. */
import type { FastifyInstance } from "fastify";
import type { JSX } from "preact";
import type { Database } from "../../platform/database.js";
import { type Brand, findLogo } from "../../store/read/brand.js";
import { Given } from "./given.js";
import { PageRefusal } from "./refusal.js";

const LOGO = "/brand/:seller_code/:hash";
const SELLER_CODE = /^[0-9A-Z]{8}$/;
const HASH = /^[0-9a-f]{16}$/;
const YEAR_SECONDS = 31_536_000;

/** Logos, each under an address that names its bytes. They are looked at by whoever has a link of the seller. */
export function registerLogos(app: FastifyInstance, { db }: { readonly db: Database }): void {
  app.get<{ Params: { seller_code: string; hash: string } }>(
    LOGO,
    { config: { page: true } },
    async ({ params: { seller_code, hash } }, reply) => {
      const isAddress = SELLER_CODE.test(seller_code) && HASH.test(hash);
      const logo = isAddress ? await findLogo(db, seller_code, hash) : null;
      if (logo === null) throw new PageRefusal("not_found");
      return reply
        .headers({
          // Opened by itself it is a picture, and nothing in it runs.
          "Content-Security-Policy": "sandbox; default-src 'none'",
          "Cache-Control": `public, max-age=${YEAR_SECONDS}, immutable`,
        })
        .type(logo.type)
        .send(logo.content);
    },
  );
}

const logoPath = (sellerCode: string, hash: string): string => `/brand/${sellerCode}/${hash}`;

/** Names a seller above its own name; nothing for one that has set neither. */
export function BrandMark({ sellerCode, brand }: { sellerCode: string; brand: Brand }): JSX.Element | null {
  const { logo, name } = brand;
  if (logo === null && name === "") return null;
  return (
    <div class="mb-2 flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2">
      {logo === null ? null : (
        // On white in dark too: most logos are drawn for it.
        <img
          class="h-12 w-auto max-w-32 shrink-0 rounded-lg border border-base-300 bg-white object-contain p-1"
          src={logoPath(sellerCode, logo.hash)}
          width={logo.width}
          height={logo.height}
          alt=""
        />
      )}
      {name === "" ? null : (
        <p class="min-w-0 flex-1 basis-24 text-lg leading-snug font-semibold tracking-tight">
          <Given text={name} lines={2} />
        </p>
      )}
    </div>
  );
}
