/** What mails to buyers say. Titles, names, amounts and moments come in as the reader's language writes them. */
export const en = {
  /** The code to sign in with. */
  code: {
    subject: "Your code to sign in to Holdfast",
    lead: "Enter this code on the page that asked for it:",
    orLink: "Or sign in here, on the device and in the browser where you asked for it:",
    link: "Sign in",
    holds: (minutes: number) => `They work once, within ${minutes} minutes, in the browser that asked for them.`,
    gone: "The code in this email was used or replaced, or it has expired.",
    warning:
      "Don’t share the code or the link: we never ask for them by phone or email. If you didn’t request a code, you don’t need to do anything.",
    footer: "Holdfast sends this because someone wants to sign in with this address. Don’t reply to this email.",
  },
  /** Words that several mails share. */
  shared: {
    footer:
      "You receive this because your address was used for an order with Holdfast, which holds a buyer’s payment until the delivery is approved. A link in our emails only opens a page. We never ask for a code or a password by email.",
    open: "Open the order",
    pay: "Open the order and pay",
    review: "Review the delivery",
    order: "Order",
    part: "Part",
    seller: "Seller",
    reference: "Reference",
    price: "Price",
    fees: "Escrow protection fee",
    total: "Total",
    received: "Received",
    missing: "Still missing",
    payUntil: "Pay by",
    paidOn: "Paid on",
    toSeller: "Paid to the seller",
    toYou: "Refund to you",
    receipt: "See the receipt",
    other: "Other",
    more: (count: number) => `${count} more`,
    nothingPaid:
      "You hadn’t paid anything, so there is nothing to refund. If a payment still arrives, it goes back to you.",
    refundFollows: (amount: string) =>
      `${amount} goes back to you the way you paid. We’ll email you again when it has been paid out.`,
    autoApproval: (moment: string) =>
      `If you don’t respond, the delivery is approved automatically on ${moment}, and the seller is paid.`,
    noAutoApproval: "Your money stays in escrow until you decide.",
  },
  /** From the order to the money. */
  paying: {
    created: (title: string) => `Your order: ${title}`,
    createdFrom: (seller: string) =>
      `You have confirmed an order from ${seller}. It is waiting for your payment; if you’ve already paid, you don’t need to do anything.`,
    howItWorks: "Holdfast holds your money. The seller is paid when you have approved the delivery.",
    payBy: (moment: string) =>
      `Please pay by ${moment}. If the full amount hasn’t arrived by then, the order is cancelled and you’re refunded.`,
    partFunded: (missing: string, title: string) => `${missing} still missing: ${title}`,
    receivedPart: (received: string, total: string, seller: string) =>
      `We have received ${received} of ${total} for your order from ${seller}. Thank you.`,
    missingPart: (missing: string) => `${missing} is still missing. The order begins once you’ve paid in full.`,
    funded: (title: string) => `Payment received: ${title}`,
    fundedFrom: (total: string, seller: string) =>
      `We have received your payment of ${total} for your order from ${seller}. This email is your receipt.`,
    next: "What happens next: the seller delivers and tells us. Then we email you, so that you can check the delivery and approve it, request changes or open a dispute.",
    deliverUntil: (moment: string) => `If nothing has been delivered by ${moment}, you get your money back.`,
    reviewFor: (span: string) =>
      `Once a delivery is reported you have ${span} to respond; after that it is approved automatically. A dispute stops the clock.`,
  },
  /** Deliveries and disputes. */
  delivery: {
    submitted: (title: string) => `Please check the delivery: ${title}`,
    submittedBy: (seller: string, what: string) =>
      `${seller} reports that this has been delivered: ${what}. Please check it.`,
    yourChoice: (amount: string) =>
      `If everything is right, approve the delivery: ${amount} then goes to the seller. If it isn’t, request changes or open a dispute.`,
    stopHere:
      "Is something wrong, and you have no time or can’t sign in? Stop the clock here without signing in. The money then stays with Holdfast, and we look at both sides.",
    stop: "Something is wrong: stop the clock",
    note: "The seller’s note",
    carrier: "Carrier",
    trackingNumber: "Tracking number",
    amount: "To be released",
    disputed: (dispute: string) => `We have your dispute ${dispute}`,
    disputedAbout: (what: string) => `We have received your dispute about: ${what}.`,
    standsStill:
      "While it is open, the money stays with Holdfast and every deadline of the order is paused. We’ll email you as soon as there is a decision.",
    dispute: "Dispute",
    decided: (title: string) => `Your dispute is decided: ${title}`,
    released: (what: string, amount: string) =>
      `Your dispute about “${what}” was decided in the seller’s favour: ${amount} has been released to the seller.`,
    resumed: (what: string) =>
      `Your dispute about “${what}” is over, and this part of the order continues where it was.`,
    to_deliver: "The seller now has to deliver. We’ll email you when that has happened.",
    to_review: "The delivery is waiting for your decision again: approve it, request changes or open another dispute.",
    to_revise: "The seller now has to make the changes you requested. We’ll email you when that has happened.",
    others: "Another part of the order is still in dispute; we’ll email you about that one separately.",
  },
  /** What the seller writes and offers in a dispute, and an agreement. */
  negotiation: {
    wrote: (dispute: string) => `The seller wrote in your dispute ${dispute}`,
    wroteBy: (seller: string) => `${seller} wrote about your dispute. Open the order to read it and reply.`,
    note: "How it begins",
    offered: (dispute: string) => `The seller offers a split in your dispute ${dispute}`,
    offeredBy: (seller: string) =>
      `${seller} offers to split the price that is still held, and so to end the dispute and the order.`,
    yourChoice: "Open the order to see the exact amounts, and accept or decline. No money moves before you accept.",
    declined: (dispute: string) => `The seller declined your offer in dispute ${dispute}`,
    declinedBy: (seller: string) =>
      `${seller} has declined the split you offered. You can write, or offer another one; if you can’t agree, we decide.`,
    refund: "Back to you",
    release: "To the seller",
    dispute: "Dispute",
    agreed: (title: string) => `Your dispute is settled: ${title}`,
    agreedWith: (seller: string) =>
      `You and ${seller} have agreed on how to split the money. The dispute is settled, and the order is closed.`,
    agreedAll: (seller: string) =>
      `You and ${seller} have agreed that the seller is paid in full. The dispute is settled, and the order is completed.`,
  },
  /** When an order is over, and when money has come back. */
  ending: {
    settled: (title: string) => `Your dispute is decided: ${title}`,
    concededBy: (seller: string) =>
      `${seller} gives you back all that was left of your order. The dispute is settled, and the order is closed.`,
    settledFrom: (seller: string) =>
      `The dispute about your order from ${seller} has been decided, and the order is closed.`,
    completed: (title: string) => `Order completed: ${title}`,
    completedFrom: (seller: string) =>
      `Every part of your order from ${seller} is approved, and the seller has been paid. Keep this email as your receipt.`,
    completedAfterDispute: (seller: string) =>
      `The dispute about your order from ${seller} was decided in the seller’s favour. The seller has been paid, and the order is completed.`,
    cancelled: (title: string) => `Order cancelled: ${title}`,
    cancelledBy: (seller: string) => `${seller} has cancelled your order.`,
    declined: (seller: string) => `You have cancelled your order from ${seller}.`,
    expired: (title: string) => `Order ended: ${title}`,
    unpaid: (seller: string) => `Your order from ${seller} wasn’t paid in full in time and has been cancelled.`,
    undelivered: (seller: string) => `${seller} hasn’t delivered anything in time, so your order has been cancelled.`,
    refunded: (amount: string) => `Refund paid: ${amount}`,
    refundedTo: (amount: string, seller: string) =>
      `We have paid ${amount} back to you, the way you paid for your order from ${seller}.`,
    overpaidReason: "Reason: you paid more than was due, or a payment arrived after the order had ended.",
    cancelledReason: "Reason: the seller cancelled the order.",
    declinedReason: "Reason: you cancelled the order.",
    deadlineReason: "Reason: the order ended at its deadline.",
    settledReason: "Reason: this is your share from the settled dispute.",
    mayTakeDays: "Your bank or mobile money provider may take a few days to show it.",
  },
  /** When the buyer's bank disputes a payment, and when it has decided. */
  chargeback: {
    opened: (title: string) => `Your bank disputes a payment: ${title}`,
    openedAbout: (amount: string, seller: string) =>
      `The bank of the card or account that paid ${amount} for your order from ${seller} disputes the payment.`,
    standsStill:
      "Until it has decided, the order stands still: nothing is paid to the seller, and nothing is paid back.",
    mistake: "If that is a mistake, ask your bank to take the dispute back; the order then goes on.",
    over: (title: string) => `Your bank has decided: ${title}`,
    won: (amount: string, seller: string) =>
      `Your bank has decided that the payment of ${amount} to ${seller} stands. Your order goes on where it was.`,
    lost: (amount: string, seller: string) =>
      `Your bank has decided for you and gives you ${amount} back, which you had paid for your order from ${seller}.`,
    amount: "Disputed",
  },
  /** A payment link that a seller sends. */
  paymentLink: {
    subject: (seller: string) => `${seller} sent you a payment link`,
    lead: (seller: string) => `${seller} asks you to pay for an order through Holdfast.`,
    how: "Holdfast holds your money. The seller is paid when you have approved the delivery.",
    open: "See the order and pay",
    unknown: "Don’t know this seller, or didn’t expect this? You don’t need to do anything: nothing is charged.",
    footer:
      "Holdfast sends this because a seller entered this address. A link in our emails only opens a page. We never ask for a code or a password by email.",
  },
};
