/** The way to the till: cart and checkout. */
import type { ComponentChildren, JSX } from "preact";
import { dollars, Picture } from "./frame.js";
import type { Delivery, ShopOrder } from "./shop.js";

const QUANTITY_MAX = 20;

export const Problem = ({ text }: { text: string | null }): JSX.Element | null =>
  text === null ? null : (
    <p class="problem" role="alert">
      {text}
    </p>
  );

export const Sums = ({ order }: { order: ShopOrder }): JSX.Element => (
  <dl class="sums">
    <div>
      <dt>Items</dt>
      <dd>{dollars(order.subTotalWithTax)}</dd>
    </div>
    {order.shippingWithTax > 0 && (
      <div>
        <dt>Parcel post</dt>
        <dd>{dollars(order.shippingWithTax)}</dd>
      </div>
    )}
    <div class="total">
      <dt>Total</dt>
      <dd>{dollars(order.totalWithTax)}</dd>
    </div>
  </dl>
);

export const CartPage = ({ order, problem }: { order: ShopOrder | null; problem: string | null }): JSX.Element =>
  order === null || order.lines.length === 0 ? (
    <section class="empty">
      <h1>Your cart is empty</h1>
      <Problem text={problem} />
      <p class="lead">Twelve pieces are waiting on the shelf.</p>
      <a class="button" href="/">
        Go to the shop
      </a>
    </section>
  ) : (
    <section class="split">
      <div>
        <h1>Your cart</h1>
        <Problem text={problem} />
        <ul class="lines">
          {order.lines.map(({ id, quantity, linePriceWithTax, productVariant: { name, product } }) => (
            <li>
              <Picture slug={product.slug} name="" size="small" />
              <div class="what">
                <a href={`/products/${product.slug}`}>{name}</a>
                <form method="post" action={`/cart/lines/${id}`}>
                  <label>
                    <span class="unseen">Quantity of {name}</span>
                    <select name="quantity">
                      {Array.from({ length: QUANTITY_MAX }, (_, index) => (
                        <option value={index + 1} selected={index + 1 === quantity}>
                          {index + 1}
                        </option>
                      ))}
                    </select>
                  </label>
                  <button type="submit" class="plain">
                    Update
                  </button>
                  <button type="submit" class="plain" name="remove" value="yes" aria-label={`Remove ${name}`}>
                    Remove
                  </button>
                </form>
              </div>
              <p class="price">{dollars(linePriceWithTax)}</p>
            </li>
          ))}
        </ul>
      </div>
      <aside class="card">
        <h2>Summary</h2>
        <Sums order={order} />
        <a class="button wide" href="/checkout">
          Check out
        </a>
        <p class="note">Holdfast's fee is shown before you pay.</p>
      </aside>
    </section>
  );

const Field = ({
  name,
  label,
  children,
}: {
  name: string;
  label: string;
  children: ComponentChildren;
}): JSX.Element => (
  <div class="field">
    <label for={name}>{label}</label>
    {children}
  </div>
);

type CheckoutGiven = {
  readonly order: ShopOrder;
  readonly countries: readonly { readonly code: string; readonly name: string }[];
  readonly given: Partial<Delivery>;
  readonly problem: string | null;
};

export const CheckoutPage = ({ order, countries, given, problem }: CheckoutGiven): JSX.Element => (
  <form class="split" method="post" action="/checkout">
    <div>
      <p class="crumb">
        <a href="/cart">Back to cart</a>
      </p>
      <h1>Checkout</h1>
      <Problem text={problem} />
      <fieldset>
        <legend>Where it goes</legend>
        <Field name="email" label="Email">
          <input
            type="email"
            id="email"
            name="email"
            value={given.email}
            autocomplete="email"
            required
            maxLength={200}
          />
        </Field>
        <Field name="name" label="Full name">
          <input id="name" name="name" value={given.name} autocomplete="name" required maxLength={100} />
        </Field>
        <Field name="street" label="Street and number">
          <input id="street" name="street" value={given.street} autocomplete="address-line1" required maxLength={200} />
        </Field>
        <div class="pair">
          <Field name="city" label="City">
            <input id="city" name="city" value={given.city} autocomplete="address-level2" required maxLength={100} />
          </Field>
          <Field name="postcode" label="Postal code">
            <input
              id="postcode"
              name="postcode"
              value={given.postcode}
              autocomplete="postal-code"
              required
              maxLength={20}
            />
          </Field>
        </div>
        <Field name="country" label="Country">
          <select id="country" name="country" autocomplete="country">
            {countries.map(({ code, name }) => (
              <option value={code} selected={code === given.country}>
                {name}
              </option>
            ))}
          </select>
        </Field>
      </fieldset>
      <fieldset>
        <legend>How you pay</legend>
        <div class="method">
          <p>
            <strong>Escrow by Holdfast</strong>
          </p>
          <p class="quiet">
            Card, mobile money or bank transfer. Your money is held until you approve your delivery; if we don't
            deliver, you get it back.
          </p>
        </div>
      </fieldset>
    </div>
    <aside class="card">
      <h2>Your order</h2>
      <ul class="brief">
        {order.lines.map(({ quantity, linePriceWithTax, productVariant: { name } }) => (
          <li>
            <span>{quantity === 1 ? name : `${quantity} × ${name}`}</span>
            <span>{dollars(linePriceWithTax)}</span>
          </li>
        ))}
      </ul>
      <Sums order={order} />
      <button class="button wide" type="submit">
        Continue to payment
      </button>
      <p class="note">You pay on Holdfast's page and come back here.</p>
    </aside>
  </form>
);
