/** A seller's own looks on pages of ours: first what a buyer sees, and below it who holds the money. */
import type { JSX } from "preact";
import type { Brand } from "../../store/read/brand.js";
import { placeOf } from "../../words/format.js";
import type { Locale } from "../../words/locale.js";
import { operatorIdentity } from "../../words/operator-names.js";
import { ModeMark } from "./document.js";
import { Given } from "./given.js";
import { Icon } from "./icons.js";
import { HeldBy } from "./operator.js";
import type { Site } from "./site.js";
import { kitWords } from "./words.js";

/** Whose page it is. */
export type Seller = { readonly sellerCode: string; readonly tradingName: string; readonly brand: Brand };

const logoPath = (sellerCode: string, hash: string): string => `/brand/${sellerCode}/${hash}`;

/** The picture beside a link to a page of a seller's; undefined for ours. */
export const previewPicture = (sellerCode: string, { logo }: Brand): string | undefined =>
  logo === null ? undefined : logoPath(sellerCode, logo.hash);

/** Names a seller above its own name; nothing for one that has set neither. */
export function BrandMark(seller: Seller): JSX.Element | null {
  const { logo, name } = seller.brand;
  if (logo === null && name === "") return null;
  return (
    <div class="mb-2 flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2">
      <SellerLogo seller={seller} class="h-12 max-w-32" />
      {name === "" ? null : (
        <p class="min-w-0 flex-1 basis-24 text-lg leading-snug font-semibold tracking-tight">
          <Given text={name} lines={2} />
        </p>
      )}
    </div>
  );
}

/** The head of a buyer's page: the seller, and in the line below it who holds the money. */
export function SellerHeader({ site, locale, seller }: { site: Site; locale: Locale; seller: Seller }): JSX.Element {
  const { brand, tradingName } = seller;
  return (
    <header class="border-b border-base-300 bg-base-100">
      <div class="mx-auto flex min-h-16 max-w-5xl items-center justify-between gap-3 px-4 py-2 sm:px-6">
        <span class="brand flex min-w-0 items-center gap-3">
          {brand.logo === null ? (
            <span class="grid size-9 shrink-0 place-items-center rounded-lg bg-primary text-primary-content">
              <Icon name="store" />
            </span>
          ) : (
            <SellerLogo seller={seller} class="h-10 max-w-28" />
          )}
          <span class="min-w-0 text-lg leading-snug font-semibold tracking-tight">
            <Given text={brand.name === "" ? tradingName : brand.name} lines={2} />
          </span>
        </span>
        <ModeMark site={site} live={kitWords(locale).protectedBy} />
      </div>
      <div class="border-t border-base-300 bg-base-200">
        <p class="muted mx-auto max-w-5xl px-4 py-1.5 text-xs sm:px-6">
          <HeldBy locale={locale} />
        </p>
      </div>
    </header>
  );
}

/** On white in dark too: most logos are drawn for it. */
const SellerLogo = ({
  seller: { sellerCode, brand },
  class: size,
}: {
  seller: Seller;
  class: string;
}): JSX.Element | null =>
  brand.logo === null ? null : (
    <img
      class={`w-auto shrink-0 rounded-lg border border-base-300 bg-white object-contain p-1 ${size}`}
      src={logoPath(sellerCode, brand.logo.hash)}
      width={brand.logo.width}
      height={brand.logo.height}
      alt=""
    />
  );

/** Whom a buyer writes to: the seller about what was bought, the house about the money. */
export function Contacts({
  brand,
  locale,
}: {
  brand: Pick<Brand, "supportEmail">;
  locale: Locale;
}): JSX.Element | null {
  const words = kitWords(locale);
  const { supportEmail, supportUrl } = operatorIdentity();
  if (brand.supportEmail === "" && supportEmail === "" && supportUrl === "") return null;
  return (
    <ul class="space-y-1 text-sm">
      <Contact about={words.askSeller} email={brand.supportEmail} />
      <Contact about={words.askOperator} email={supportEmail} page={supportUrl} />
    </ul>
  );
}

const Contact = ({
  about,
  email,
  page = "",
}: {
  about: string;
  email: string;
  /** Where help is, for who has no address for it. */
  page?: string;
}): JSX.Element | null =>
  email === "" && page === "" ? null : (
    <li class="flex gap-2">
      <Icon name="mail" class="muted mt-1 size-4 shrink-0" />
      <span class="min-w-0">
        <span class="muted">{about}</span>{" "}
        <a
          class="link link-primary inline-block min-h-6 [overflow-wrap:anywhere]"
          href={email === "" ? page : `mailto:${email}`}
        >
          {email === "" ? placeOf(page) : email}
        </a>
      </span>
    </li>
  );
