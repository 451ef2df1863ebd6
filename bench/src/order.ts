/** The orders that the load creates: a shop's usual one, about 700 bytes, with a reference of its own. */

export function orderBody({ reference = "NW-{n}", milestones = 2 } = {}): string {
  const part = "10.00";
  return JSON.stringify({
    title: "Order of garden furniture from Northwind",
    amount: (Number(part) * milestones).toFixed(2),
    currency: "USD",
    description: "Two chairs and a table, oiled, delivered to the kerb.",
    line_items: [
      { name: "Folding chair, acacia", unit_amount: "6.50", quantity: 2, sku: "CH-2201" },
      { name: "Table, acacia, 120 cm", unit_amount: "7.00", quantity: 1, sku: "TB-0120" },
    ],
    milestones: Array.from({ length: milestones }, (_, index) => ({
      title: `Delivery ${index + 1} of ${milestones}`,
      amount: part,
      description: "By our own van.",
    })),
    external_reference: reference,
    customer_email: "buyer@example.com",
    metadata: { cart: "7731", channel: "web" },
    success_url: "https://shop.example/orders/thanks",
    cancel_url: "https://shop.example/cart",
    platform: "custom",
  });
}

export const SUBMISSION = JSON.stringify({
  submission_details: "Sent by DHL, parcel 00340434161094042557, expected on Thursday.",
});
