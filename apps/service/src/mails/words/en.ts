/** What mails to buyers say. Titles, names, amounts and moments come in as the reader's language writes them. */
export const en = {
  /** The code to sign in with. */
  code: {
    subject: "Your code to sign in to Holdfast",
    lead: "Type this code on the page that asked for it:",
    holds: (minutes: number) => `It works once, within ${minutes} minutes, in the browser that asked for it.`,
    gone: "The code of this mail was used, replaced or ran out.",
    warning:
      "Give it to nobody: we never ask for it by phone or mail. If you did not ask for a code, you need not do anything.",
    footer: "Holdfast sends this because somebody wants to sign in with this address. There is no need to answer.",
  },
  /** Words that several mails share. */
  shared: {
    footer:
      "You get this because your address was used for an order with Holdfast, which holds a buyer’s payment until the delivery is approved. A link in our mails only opens a page. We never ask for a code or a password by mail.",
    open: "Open the order",
    pay: "Open the order and pay",
    review: "Look at the delivery",
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
    nothingPaid:
      "You had not paid anything, so there is nothing to give back. A payment that still arrives is returned to you.",
    refundFollows: (amount: string) =>
      `${amount} goes back to you the way you paid. We write again when it has been paid out.`,
    autoApproval: (moment: string) =>
      `If you say nothing, the delivery counts as approved on ${moment}, and the seller is paid.`,
    noAutoApproval: "Until you decide, the money stays where it is.",
  },
  /** From the order to the money. */
  paying: {
    created: (title: string) => `Your order: ${title}`,
    createdFrom: (seller: string) =>
      `You have confirmed an order from ${seller}. It now waits for your payment; if you have paid in the meantime, there is nothing more to do.`,
    howItWorks: "Holdfast holds your money. The seller is paid only when you have approved the delivery.",
    payBy: (moment: string) =>
      `Please pay by ${moment}. If the whole amount is not there by then, the order ends and what you have paid goes back to you.`,
    partFunded: (missing: string, title: string) => `${missing} still missing: ${title}`,
    receivedPart: (received: string, total: string, seller: string) =>
      `We have received ${received} of ${total} for your order from ${seller}. Thank you.`,
    missingPart: (missing: string) => `${missing} is still missing. The order begins once all of it is there.`,
    funded: (title: string) => `Payment received: ${title}`,
    fundedFrom: (total: string, seller: string) =>
      `We have received your payment of ${total} for your order from ${seller}. This mail is your receipt.`,
    next: "What happens next: the seller delivers and tells us. Then we write to you, so that you can check the delivery and approve it, ask for changes, or open a dispute.",
    deliverUntil: (moment: string) => `If nothing has been delivered by ${moment}, you get your money back.`,
    reviewFor: (span: string) =>
      `Once a delivery is reported you have ${span} to answer; after that it counts as approved. A dispute stops the clock.`,
  },
  /** Deliveries and disputes. */
  delivery: {
    submitted: (title: string) => `Please check the delivery: ${title}`,
    submittedBy: (seller: string, what: string) =>
      `${seller} says that this has been delivered: ${what}. Please check it.`,
    yourChoice: (amount: string) =>
      `If all is right, approve the delivery: ${amount} then goes to the seller. If it is not, ask for changes or open a dispute.`,
    stopHere:
      "Something is wrong, and you have no time or cannot sign in? Here you stop the clock without signing in. The money then stays with Holdfast, and we look at both sides.",
    stop: "Something is wrong: stop the clock",
    note: "The seller’s note",
    amount: "To be released",
    disputed: (dispute: string) => `We have your dispute ${dispute}`,
    disputedAbout: (what: string) => `We have received your dispute about: ${what}.`,
    standsStill:
      "While it is open, the money stays with Holdfast and every deadline of the order stands still. We write to you as soon as there is a decision.",
    dispute: "Dispute",
    decided: (title: string) => `Your dispute is decided: ${title}`,
    released: (what: string, amount: string) =>
      `Your dispute about “${what}” was decided in the seller’s favour: ${amount} has been released to the seller.`,
    resumed: (what: string) =>
      `Your dispute about “${what}” is over, and this part of the order goes on where it stood.`,
    to_deliver: "It is now for the seller to deliver. We write to you when that has happened.",
    to_review: "The delivery waits for your answer again: approve it, ask for changes, or open another dispute.",
    to_revise:
      "It is now for the seller to make the changes that you asked for. We write to you when that has happened.",
    others: "Another part of the order is still in dispute; we write to you about that one separately.",
  },
  /** What the seller writes and offers in a dispute, and an agreement. */
  negotiation: {
    wrote: (dispute: string) => `The seller wrote in your dispute ${dispute}`,
    wroteBy: (seller: string) => `${seller} wrote about your dispute. Open the order to read it, and to answer.`,
    note: "The beginning",
    offered: (dispute: string) => `The seller offers a split in your dispute ${dispute}`,
    offeredBy: (seller: string) =>
      `${seller} offers to split the price that is still held, and so to end the dispute and the order.`,
    yourChoice:
      "Open the order to see what it means to the cent, and accept or decline. Nothing moves before you accept.",
    declined: (dispute: string) => `The seller declined your offer in dispute ${dispute}`,
    declinedBy: (seller: string) =>
      `${seller} has declined the split that you offered. You can write, or offer another one; if you two do not agree, we decide.`,
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
    settledFrom: (seller: string) =>
      `The dispute about your order from ${seller} has been decided, and the order is closed.`,
    completed: (title: string) => `Order completed: ${title}`,
    completedFrom: (seller: string) =>
      `Every part of your order from ${seller} is approved, and the seller has been paid. Keep this mail as your receipt.`,
    completedAfterDispute: (seller: string) =>
      `The dispute about your order from ${seller} was decided in the seller’s favour. The seller has been paid, and the order is completed.`,
    cancelled: (title: string) => `Order cancelled: ${title}`,
    cancelledBy: (seller: string) => `${seller} has cancelled your order.`,
    declined: (seller: string) => `You have declined your order from ${seller}. It is over.`,
    expired: (title: string) => `Order ended: ${title}`,
    unpaid: (seller: string) => `Your order from ${seller} was not paid in full in time, and has ended.`,
    undelivered: (seller: string) => `${seller} has not delivered anything in time, so your order has ended.`,
    refunded: (amount: string) => `Refund paid: ${amount}`,
    refundedTo: (amount: string, seller: string) =>
      `We have paid ${amount} back to you, the way you paid for your order from ${seller}.`,
    overpaidReason: "It is what was paid on top of the price, or after the order took no more money.",
    cancelledReason: "The reason: the seller cancelled the order.",
    declinedReason: "The reason: you declined the order.",
    deadlineReason: "The reason: the order ended at its deadline.",
    settledReason: "The reason: this is your share by the decision of the dispute.",
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
};
