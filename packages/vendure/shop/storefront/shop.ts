/** What the storefront's pages read of Vendure's Shop API, and do by it. */
import type { Caller } from "./graphql.js";

export interface Product {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly variants: readonly { readonly id: string; readonly priceWithTax: number; readonly sku: string }[];
}

export interface Line {
  readonly id: string;
  readonly quantity: number;
  readonly linePriceWithTax: number;
  readonly productVariant: { readonly name: string; readonly product: { readonly slug: string } };
  readonly fulfillmentLines: readonly { readonly quantity: number }[] | null;
}

export interface Parcel {
  readonly state: string;
  readonly method: string;
  readonly trackingCode: string;
}

export interface ShopOrder {
  readonly id: string;
  readonly code: string;
  readonly state: string;
  readonly totalQuantity: number;
  readonly subTotalWithTax: number;
  readonly shippingWithTax: number;
  readonly totalWithTax: number;
  readonly lines: readonly Line[];
  readonly fulfillments: readonly Parcel[] | null;
  readonly customFields: {
    readonly escrowStatus: string | null;
    readonly escrowUrl: string | null;
    readonly escrowReference: string | null;
  };
}

export interface Delivery {
  readonly email: string;
  readonly name: string;
  readonly street: string;
  readonly city: string;
  readonly postcode: string;
  readonly country: string;
}

const ORDER = `
  id code state totalQuantity subTotalWithTax shippingWithTax totalWithTax
  lines { id quantity linePriceWithTax productVariant { name product { slug } } fulfillmentLines { quantity } }
  fulfillments { state method trackingCode }
  customFields { escrowStatus escrowUrl escrowReference }`;
const PRODUCT = "slug name description variants { id priceWithTax sku }";
const REFUSAL = "... on ErrorResult { errorCode message }";

export async function readProducts({ call }: Caller): Promise<readonly Product[]> {
  const { products } = await call<{ products: { items: Product[] } }>(
    `{ products(options: { take: 50, sort: { id: ASC } }) { items { ${PRODUCT} } } }`,
  );
  return products.items;
}

export async function readProduct({ call }: Caller, slug: string): Promise<Product | null> {
  const { product } = await call<{ product: Product | null }>(
    `query ($slug: String!) { product(slug: $slug) { ${PRODUCT} } }`,
    { slug },
  );
  return product;
}

export async function readCart({ call }: Caller): Promise<ShopOrder | null> {
  return (await call<{ activeOrder: ShopOrder | null }>(`{ activeOrder { ${ORDER} } }`)).activeOrder;
}

export async function readOrder({ call }: Caller, code: string): Promise<ShopOrder | null> {
  try {
    const query = `query ($code: String!) { orderByCode(code: $code) { ${ORDER} } }`;
    return (await call<{ orderByCode: ShopOrder | null }>(query, { code })).orderByCode;
  } catch {
    return null; // Vendure tells a stranger no more than that they may not see it
  }
}

export async function readCountries({ call }: Caller): Promise<readonly { code: string; name: string }[]> {
  return (await call<{ availableCountries: { code: string; name: string }[] }>("{ availableCountries { code name } }"))
    .availableCountries;
}

/** Goes back to the cart first where the order was about to be paid. @throws Refused */
async function openForChanges(caller: Caller): Promise<void> {
  if ((await readCart(caller))?.state === "ArrangingPayment") await moveTo(caller, "AddingItems");
}

async function moveTo({ call }: Caller, state: string): Promise<void> {
  await call(
    `mutation ($state: String!) { transitionOrderToState(state: $state) { __typename ... on OrderStateTransitionError { errorCode message transitionError } } }`,
    { state },
  );
}

export async function addToCart(caller: Caller, variant: string, quantity: number): Promise<void> {
  await openForChanges(caller);
  await caller.call(
    `mutation ($variant: ID!, $quantity: Int!) { addItemToOrder(productVariantId: $variant, quantity: $quantity) { __typename ${REFUSAL} } }`,
    { variant, quantity },
  );
  const { eligibleShippingMethods } = await caller.call<{ eligibleShippingMethods: { id: string }[] }>(
    "{ eligibleShippingMethods { id } }",
  );
  await caller.call(
    `mutation ($ids: [ID!]!) { setOrderShippingMethod(shippingMethodId: $ids) { __typename ${REFUSAL} } }`,
    { ids: eligibleShippingMethods.slice(0, 1).map(({ id }) => id) },
  );
}

/** @param quantity 0 takes the line out */
export async function changeLine(caller: Caller, line: string, quantity: number): Promise<void> {
  await openForChanges(caller);
  await caller.call(
    `mutation ($line: ID!, $quantity: Int!) { adjustOrderLine(orderLineId: $line, quantity: $quantity) { __typename ${REFUSAL} } }`,
    { line, quantity },
  );
}

/** @returns where the buyer pays @throws Refused */
export async function payByEscrow(caller: Caller, delivery: Delivery): Promise<{ code: string; url: string | null }> {
  await openForChanges(caller);
  const { email: emailAddress, name, street: streetLine1, city, postcode: postalCode, country: countryCode } = delivery;
  const [firstName = "", ...rest] = name.split(/\s+/);
  await caller.call(
    `mutation ($input: CreateCustomerInput!) { setCustomerForOrder(input: $input) { __typename ${REFUSAL} } }`,
    { input: { emailAddress, firstName, lastName: rest.join(" ") } },
  );
  await caller.call(
    `mutation ($input: CreateAddressInput!) { setOrderShippingAddress(input: $input) { __typename ${REFUSAL} } }`,
    { input: { fullName: name, streetLine1, city, postalCode, countryCode } },
  );
  const { payWithEscrow } = await caller.call<{ payWithEscrow: { code: string; url: string | null } }>(
    "mutation { payWithEscrow { code url } }",
  );
  return payWithEscrow;
}
