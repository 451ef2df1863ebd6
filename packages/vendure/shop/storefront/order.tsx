/** The page of an order: where it stands, what the visitor can do, and, since this is a demo, what the store can do. */
import type { JSX } from "preact";
import { Problem, Sums } from "./cart.js";
import { dollars, Picture } from "./frame.js";
import type { Line, ShopOrder } from "./shop.js";

type Standing = {
  readonly title: string;
  readonly text: string;
  readonly step: 0 | 1 | 2 | 3 | 4;
  readonly tone?: "warn" | "over";
};

const STEPS = ["Ordered", "Paid, held in escrow", "Shipped", "Approved"] as const;

const SHIPPED = new Set(["Shipped", "PartiallyDelivered"]);

/** First by the escrow, which knows of disputes and ends, then by the order. */
export function standingOf({ state, customFields: { escrowStatus } }: ShopOrder): Standing {
  if (escrowStatus === "DISPUTED")
    return {
      title: "In dispute",
      text: "You and we settle this on Holdfast. Your money stays held until then.",
      step: 3,
      tone: "warn",
    };
  if (escrowStatus === "CLOSED")
    return {
      title: "Dispute settled",
      text: "Holdfast shows what was released and what went back to you.",
      step: 4,
      tone: "over",
    };
  if (state === "Cancelled")
    return {
      title: "Order cancelled",
      text: "If you paid, Holdfast refunds you by the way you paid.",
      step: 0,
      tone: "over",
    };
  if (escrowStatus === "COMPLETED")
    return {
      title: "All done, thank you",
      text: "You approved your delivery, and we've been paid. Enjoy your pieces.",
      step: 4,
    };
  if (SHIPPED.has(state))
    return {
      title: "On its way to you",
      text: "Look at it when it arrives. If all is well, approve it, and we are paid.",
      step: 3,
    };
  if (state === "PartiallyShipped")
    return {
      title: "Part of your order is on its way",
      text: "The rest follows. Approve each part when it has arrived.",
      step: 2,
    };
  if (state === "PaymentSettled")
    return {
      title: "Paid, and held safely",
      text: "Holdfast holds your money. We're packing your order now.",
      step: 2,
    };
  return { title: "Waiting for your payment", text: "Once Holdfast has your money, we pack your order.", step: 1 };
}

/** Whether the next news come without the visitor or the store doing anything. */
export const isMoving = ({ state, customFields: { escrowStatus } }: ShopOrder): boolean =>
  state !== "Cancelled" && escrowStatus !== "COMPLETED" && escrowStatus !== "CLOSED";

const Steps = ({ step }: { step: number }): JSX.Element => (
  <ol class="steps">
    {STEPS.map((name, index) => (
      <li class={index < step ? "done" : ""} aria-current={index === step ? "step" : undefined}>
        {name}
      </li>
    ))}
  </ol>
);

const openQuantity = ({ quantity, fulfillmentLines }: Line): number =>
  quantity - (fulfillmentLines ?? []).reduce((sum, line) => sum + line.quantity, 0);

const BUYER_LABELS: Readonly<Record<string, string>> = {
  ArrangingPayment: "Pay now",
  PaymentSettled: "See your payment",
  PartiallyShipped: "Review and approve",
  Shipped: "Review and approve",
};

/** Everything that is left, or one line of it. */
const StaffDesk = ({
  order,
  adminUrl,
  mailboxUrl,
}: {
  order: ShopOrder;
  adminUrl: string;
  mailboxUrl: string;
}): JSX.Element => {
  const open = order.lines.filter((line) => openQuantity(line) > 0);
  const canShip = order.state === "PaymentSettled" || order.state === "PartiallyShipped";
  return (
    <aside class="card desk">
      <h2>Demo: be the store</h2>
      {canShip && open.length > 0 ? (
        <form method="post" action={`/orders/${order.code}/ship`}>
          <button class="button wide" type="submit">
            Ship everything
          </button>
          {order.lines.length > 1 &&
            open.map(({ id, productVariant: { name } }) => (
              <button class="button wide second" type="submit" name="line" value={id}>
                Ship only: {name}
              </button>
            ))}
        </form>
      ) : (
        <p class="quiet">
          {order.state === "ArrangingPayment" ? "You can ship once the money is held." : "There is nothing to ship."}
        </p>
      )}
      <p class="note">
        Or use <a href={adminUrl}>Vendure's admin</a>. Buyers' mails are in the <a href={mailboxUrl}>mailbox</a>.
      </p>
    </aside>
  );
};

type OrderGiven = {
  readonly order: ShopOrder;
  readonly problem: string | null;
  readonly adminUrl: string;
  readonly mailboxUrl: string;
};

export const OrderPage = ({ order, problem, adminUrl, mailboxUrl }: OrderGiven): JSX.Element => {
  const { title, text, step, tone } = standingOf(order);
  const { escrowUrl, escrowReference } = order.customFields;
  const parcels = (order.fulfillments ?? []).filter(({ state }) => state === "Shipped" || state === "Delivered");
  return (
    <section class="split">
      <div>
        <p class="crumb">Order {order.code}</p>
        <h1>{title}</h1>
        <p class={tone === undefined ? "lead" : `lead ${tone}`}>{text}</p>
        <Problem text={problem} />
        {tone !== "over" && <Steps step={step} />}
        {escrowUrl !== null && order.state in BUYER_LABELS && order.customFields.escrowStatus !== "COMPLETED" && (
          <p>
            <a class="button" href={escrowUrl}>
              {BUYER_LABELS[order.state]}
            </a>
          </p>
        )}
        {parcels.length > 0 && (
          <ul class="parcels">
            {parcels.map(({ method, trackingCode }) => (
              <li>
                {method} <code>{trackingCode}</code>
              </li>
            ))}
          </ul>
        )}
        <ul class="lines">
          {order.lines.map((line) => (
            <li>
              <Picture slug={line.productVariant.product.slug} name="" size="small" />
              <div class="what">
                <a href={`/products/${line.productVariant.product.slug}`}>{line.productVariant.name}</a>
                <p class="quiet told">
                  {line.quantity} {line.quantity === 1 ? "piece" : "pieces"}
                  {openQuantity(line) === 0 && line.quantity > 0 ? " · shipped" : ""}
                </p>
              </div>
              <p class="price">{dollars(line.linePriceWithTax)}</p>
            </li>
          ))}
        </ul>
      </div>
      <div class="side">
        <aside class="card">
          <h2>Total</h2>
          <Sums order={order} />
          {escrowReference !== null && (
            <p class="note">
              Holdfast reference
              <br />
              <code>{escrowReference}</code>
            </p>
          )}
        </aside>
        <StaffDesk order={order} adminUrl={adminUrl} mailboxUrl={mailboxUrl} />
      </div>
    </section>
  );
};
