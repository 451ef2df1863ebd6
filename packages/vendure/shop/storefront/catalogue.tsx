/** The shelves: all goods, and one of them. */
import type { JSX } from "preact";
import { GOODS } from "../goods.js";
import { dollars, Picture } from "./frame.js";
import type { Product } from "./shop.js";

const QUANTITY_MAX = 10;

const PROMISES = [
  ["You pay", "Holdfast receives your money and holds it. We see that it is there."],
  ["We ship", "Your order leaves our workshop, and you get its tracking number."],
  ["You approve", "Once you're happy with your delivery, you release the money to us."],
] as const;

const lineOf = (slug: string): string => GOODS.find((good) => good.slug === slug)?.line ?? "";
const priceOf = ({ variants }: Product): string => dollars(variants[0]?.priceWithTax ?? 0);

export const Catalogue = ({ products }: { products: readonly Product[] }): JSX.Element => (
  <>
    <section class="hero">
      <div>
        <p class="eyebrow">Stoneware from a small workshop</p>
        <h1>Made by hand, used every day</h1>
        <p class="lead">
          Twelve pieces for the table and the windowsill. Your payment is held safely until you've held yours.
        </p>
        <a class="button" href="#goods">
          See the pieces
        </a>
      </div>
      <div class="still" aria-hidden="true">
        {["tall-vase", "teapot", "stoneware-mug"].map((slug) => (
          <Picture slug={slug} name="" />
        ))}
      </div>
    </section>
    <ol class="promises">
      {PROMISES.map(([what, how]) => (
        <li>
          <h2>{what}</h2>
          <p>{how}</p>
        </li>
      ))}
    </ol>
    <ul class="goods" id="goods">
      {products.map((product) => (
        <li>
          <a href={`/products/${product.slug}`}>
            <Picture slug={product.slug} name="" />
            <h2>{product.name}</h2>
            <p class="quiet">{lineOf(product.slug)}</p>
            <p class="price">{priceOf(product)}</p>
          </a>
        </li>
      ))}
    </ul>
  </>
);

export const ProductPage = ({ product }: { product: Product }): JSX.Element => (
  <article class="product">
    <Picture slug={product.slug} name={product.name} />
    <div>
      <p class="crumb">
        <a href="/">All pieces</a>
      </p>
      <h1>{product.name}</h1>
      <p class="lead">{lineOf(product.slug)}</p>
      <p class="price large">{priceOf(product)}</p>
      <p>{product.description}</p>
      <form method="post" action="/cart" class="buy">
        <input type="hidden" name="variant" value={product.variants[0]?.id} />
        <label>
          Quantity
          <select name="quantity">
            {Array.from({ length: QUANTITY_MAX }, (_, index) => (
              <option value={index + 1}>{index + 1}</option>
            ))}
          </select>
        </label>
        <button class="button" type="submit">
          Add to cart
        </button>
      </form>
      <p class="note">Held in escrow: we're paid once you approve your delivery.</p>
    </div>
  </article>
);
