/** What every page of the storefront stands in. */
import type { ComponentChildren, JSX } from "preact";
import { renderToString } from "preact-render-to-string";

export interface Frame {
  readonly title: string;
  /** How many pieces the visitor's cart has. */
  readonly cart: number;
  /** Load the page again by itself: something is about to change. */
  readonly refreshes?: boolean | undefined;
}

const REFRESH_SECONDS = 2;
const BRAND = "Northwind Ceramics";

export const dollars = (cents: number): string =>
  (cents / 100).toLocaleString("en-US", { style: "currency", currency: "USD" });

export const Picture = ({ slug, name, size }: { slug: string; name: string; size?: "small" }): JSX.Element => (
  <img
    class={size === "small" ? "picture small" : "picture"}
    src={`/pictures/${slug}.svg`}
    alt={name}
    width="240"
    height="240"
  />
);

const Mark = (): JSX.Element => (
  <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
    <path d="M11 4h10c0 4-2 5-2 8 0 4 7 7 7 12 0 3-4 5-10 5S6 27 6 24c0-5 7-8 7-12 0-3-2-4-2-8z" fill="currentColor" />
  </svg>
);

const Header = ({ cart }: { cart: number }): JSX.Element => (
  <header class="top">
    <a class="brand" href="/">
      <Mark />
      {BRAND}
    </a>
    <nav class="links">
      <a href="/">Shop</a>
      <a href="/cart">
        Cart
        {cart > 0 && <span class="count">{cart}</span>}
      </a>
    </nav>
  </header>
);

const Footer = (): JSX.Element => (
  <footer>
    <p>
      <strong>Pay with confidence.</strong> Holdfast holds your money until you approve your delivery.
    </p>
    <p class="quiet">A demo store: nothing is charged and nothing is shipped.</p>
  </footer>
);

export function page({ title, cart, refreshes = false }: Frame, body: ComponentChildren): string {
  return `<!doctype html>${renderToString(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {refreshes && <meta http-equiv="refresh" content={String(REFRESH_SECONDS)} />}
        <title>{title === "" ? BRAND : `${title} · ${BRAND}`}</title>
        <link rel="stylesheet" href="/style.css" />
        <link rel="icon" href="/pictures/tall-vase.svg" type="image/svg+xml" />
      </head>
      <body>
        <Header cart={cart} />
        <main>{body}</main>
        <Footer />
      </body>
    </html>,
  )}`;
}
