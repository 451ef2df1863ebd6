/** Pieces that the pages of a buyer's orders are put together from. */

import type { ComponentChildren, JSX } from "preact";
import type { Order, OrderMerchant } from "../../store/read/orders/orders.js";
import { labelled } from "../../words/format.js";
import type { Locale } from "../../words/locale.js";
import { type Seller, SellerHeader } from "../kit/brand.js";
import { Document, Footer, Header, ModeMark } from "../kit/document.js";
import { Icon, type IconName } from "../kit/icons.js";
import { ORDERS_PATH } from "../kit/links.js";
import { titled } from "../kit/operator.js";
import type { PageContext } from "../kit/page-context.js";
import { SellerName } from "../kit/seller-name.js";
import { SignedInAs } from "../kit/sign-in.js";
import { kitWords } from "../kit/words.js";
import { sharedWords } from "./words.js";

/** The frame of every page of the area. Signing out leads to the list, which then asks who is there. */
export function Frame({
  context,
  title,
  back,
  seller = null,
  children,
}: {
  context: PageContext;
  title: string;
  /** Of a page of one order. */
  seller?: Seller | null;
  /** Where the page hangs off; the list hangs off nothing. */
  back?: { readonly href: string; readonly label: string };
  children: ComponentChildren;
}): JSX.Element {
  const { site, locale, csrf, url } = context;
  const words = sharedWords(locale);
  return (
    <Document
      site={site}
      locale={locale}
      title={titled(title)}
      description={words.ordersDescription}
      colour={seller?.brand.colour ?? null}
    >
      {seller === null ? (
        <Header site={site}>
          <ModeMark site={site} live={kitWords(locale).protectedBy} />
        </Header>
      ) : (
        <SellerHeader site={site} locale={locale} seller={seller} />
      )}
      <main id="main" class="brand mx-auto max-w-5xl px-4 pt-3 pb-10 sm:px-6 lg:pt-6">
        <div class="unprinted mb-3 flex flex-wrap items-center justify-between gap-x-6">
          {back === undefined ? <span /> : <BackLink href={back.href}>{back.label}</BackLink>}
          <SignedInAs context={context} next={ORDERS_PATH} />
        </div>
        {children}
      </main>
      <Footer site={site} locale={locale} csrf={csrf} url={url} />
    </Document>
  );
}

/** Whose order it is. */
export const sellerOf = ({ merchant, brand }: Pick<Order, "merchant" | "brand">): Seller => ({ ...merchant, brand });

/** The seller's name and whether we know them. */
export function Merchant({ merchant, locale }: { merchant: OrderMerchant; locale: Locale }): JSX.Element {
  const words = sharedWords(locale);
  return (
    <p class="flex min-w-0 flex-wrap items-start gap-x-2 gap-y-1 text-sm">
      <SellerName seller={merchant} label={labelled(words.seller, locale)} verified={words.verified} />
    </p>
  );
}

const BackLink = ({ href, children }: { href: string; children: ComponentChildren }): JSX.Element => (
  <a
    class="link link-primary inline-flex min-h-10 items-center gap-1.5 text-sm font-medium no-underline hover:underline"
    href={href}
  >
    <Icon name="arrow-left" class="size-4" />
    {children}
  </a>
);

const CALLOUTS = {
  primary: "bg-house/10 text-house",
  success: "bg-success/10 text-success",
  warning: "bg-warning/10 text-warning",
  error: "bg-error/10 text-error",
} as const;

/** What is to be said before all else. */
export function Callout({
  icon,
  tone,
  title,
  role,
  children,
}: {
  icon: IconName;
  tone: keyof typeof CALLOUTS;
  title?: string;
  role?: "alert" | "status";
  children: ComponentChildren;
}): JSX.Element {
  return (
    <div class="panel flex gap-3.5 p-4 sm:p-5" role={role}>
      <span class={`grid size-9 shrink-0 place-items-center rounded-lg ${CALLOUTS[tone]}`}>
        <Icon name={icon} />
      </span>
      <div class="min-w-0 flex-1 self-center">
        {title === undefined ? null : <p class="font-semibold">{title}</p>}
        {children}
      </div>
    </div>
  );
}
