/** What mails to sellers say. Titles, names, amounts and moments come in as the reader's language writes them. */
export const en = {
  /** Words that several mails share. */
  shared: {
    order: "Order",
    reference: "Reference",
    amount: "Amount",
    toWallet: "To your wallet",
    toBuyer: "To the buyer",
    buyersMessage: "Buyer’s message",
    openOrder: "Open the order",
    /** Why a member gets a mail, by what it is about, as in "emails about …". */
    switchOff: (about: string, account: string) =>
      `You receive this email because you chose to hear about ${about} at ${account}. Every member of the account chooses their own emails.`,
    turnOff: "Turn off these emails",
    about_order_paid: "orders that are paid",
    about_revision_asked: "changes that buyers request",
    about_dispute: "disputes",
    about_order_ended: "orders that end",
    about_payout: "payouts",
    about_verification: "the verification of the account",
    about_endpoint_failing: "webhook endpoints that fail",
  },
  orders: {
    paid: (title: string) => `Paid: ${title}`,
    paidText: (amount: string) => `The buyer has paid in full, and we hold ${amount} for you. You can deliver now.`,
    deliverUntil: (moment: string) => `If nothing is delivered by ${moment}, the money goes back to the buyer.`,
    revision: (title: string) => `Changes requested: ${title}`,
    revisionText: (part: string) =>
      `The buyer has reviewed ${part} and requests changes. Make them, then deliver again.`,
    completed: (title: string) => `Completed: ${title}`,
    completedAfterDispute: "The dispute is over, and the order is completed. What was held for you is in your wallet.",
    completedText: "Everything was approved, and the order is completed. The money is in your wallet.",
    settled: (title: string) => `Closed with a split: ${title}`,
    settledText: "The dispute is over: what was held was split between you and the buyer, and the order is closed.",
    cancelled: (title: string) => `Cancelled: ${title}`,
    cancelled_buyer: "The buyer has cancelled the order.",
    cancelled_seller: "You have cancelled the order.",
    cancelled_deadline: "Nothing was delivered by the deadline, so the order has ended.",
    goesBack: (amount: string) => `${amount} goes back to the buyer.`,
  },
  disputes: {
    dispute: "Dispute",
    openDispute: "Open the dispute",
    ourMessage: "Our message",
    opened: (dispute: string, title: string) => `Dispute ${dispute}: ${title}`,
    openedText: (part: string) =>
      `The buyer disputes ${part}. We hold its money, and every deadline is paused, until the dispute is over.`,
    openedNext: "Reply with what you know, add evidence, or offer to split the amount.",
    statement: (dispute: string, title: string) => `New in dispute ${dispute}: ${title}`,
    statement_buyer: "The buyer has written in the dispute.",
    statement_operator: "Holdfast has written in the dispute.",
    offer: (dispute: string, title: string) => `An offer in dispute ${dispute}: ${title}`,
    offerText:
      "The buyer offers to split what is left. If you accept, the money moves at once and the dispute is over.",
    declined: (dispute: string, title: string) => `Your offer in dispute ${dispute} was declined: ${title}`,
    declinedText: "The buyer has declined your offer. The dispute stays open.",
    resolved: (title: string) => `A dispute is over: ${title}`,
    released: (part: string, amount: string) => `The dispute about ${part} is over: ${amount} is in your wallet.`,
    resumed: (part: string) => `The dispute about ${part} is over, and the order continues where it was.`,
  },
  chargebacks: {
    inquiry: (title: string) => `A bank asks about a payment: ${title}`,
    opened: (title: string) => `Chargeback: ${title}`,
    inquiryText: (amount: string) => `The payer’s bank asks about a payment of ${amount}. It takes no money yet.`,
    openedText: (amount: string) =>
      `The payer’s bank disputes a payment of ${amount}, and takes it back while it decides.`,
    standsStill:
      "The order stands still, and no deadline runs. Whatever was paid to you of it stays, or comes out of your wallet.",
    answer: "We answer the bank with what the order shows. Answer this mail if you have more that proves the delivery.",
    won: (title: string) => `Chargeback won: ${title}`,
    wonText: (amount: string) =>
      `The payer’s bank has decided for you. What it had taken of ${amount} is back where it was, and the order goes on.`,
    lost: (title: string) => `Chargeback lost: ${title}`,
    lostText: (amount: string) => `The payer’s bank has decided for the payer: ${amount} is gone for good.`,
    owed: (amount: string) =>
      `Of that you owe ${amount}. What comes into your wallet pays it first; payouts wait until then.`,
  },
  account: {
    to: "To",
    reason: "Reason",
    openPayout: "Open the payout",
    paidOut: (amount: string) => `Paid out: ${amount}`,
    paidOutText: "We’ve sent your payout. Your bank may take a few days to show it.",
    payoutFailed: (amount: string) => `Payout failed: ${amount}`,
    payoutFailedText:
      "We couldn’t send your payout. The money is back in your wallet; check the payout account and try again.",
    verified: "Your account is verified",
    refused: "Your verification was refused",
    verifiedText: "We have checked your documents. You can withdraw money, and buyers see that you are verified.",
    refusedText: "We couldn’t verify your account with these documents. Correct what is listed below and submit again.",
    openVerification: "Open verification",
  },
  /** About a webhook endpoint. */
  endpoint: {
    toOwner: "Holdfast sends this to the owner of the account.",
    open: "Open the endpoint",
    endpoint: "Endpoint",
    failed: "Failed attempts",
    inARow: (failures: number) => `${failures} in a row`,
    hello: (name: string) => `Hello ${name},`,
    rule: "An attempt succeeds when your endpoint answers with any 2xx status within 10 seconds; redirects are not followed.",
    failing: (failures: number) => `Your webhook endpoint is failing: ${failures} attempts in a row`,
    failingText: (failures: number) =>
      `the last ${failures} attempts to deliver events to one of your webhook endpoints have failed, without a success in between.`,
    failingNext: (most: number) =>
      `What happens next: we keep trying. After ${most} failed attempts in a row the endpoint is disabled; the first success starts the count again.`,
    failingFix: (rule: string) => `What you can do: fix what makes it fail. ${rule}`,
    failingFeed: "No event is lost: the feed (GET /events) has every one of them, delivered or not.",
    disabled: (failures: number) => `Your webhook endpoint is disabled: ${failures} failed attempts in a row`,
    disabledText: (failures: number) =>
      `the last ${failures} attempts to deliver events to one of your webhook endpoints have failed, without a success in between. We have disabled the endpoint, and send nothing to it until it is enabled again.`,
    disabledHeld:
      "Nothing is lost: deliveries that were under way and new events are held. They are sent, oldest first, once the endpoint is enabled. The feed (GET /events) has every event as well.",
    disabledFix: (rule: string) => `What you can do: fix it first. ${rule} Then enable it in the console, or with:`,
    disabledSkip: "Add --skip-held to continue with new events only and skip the held ones.",
  },
  /** About somebody's own sign-in. */
  signIn: {
    noAnswer: "There is no need to answer.",
    ifNotYou:
      "If it was you, you don’t need to do anything. If it wasn’t, reset your password now: this signs out every browser.",
    reset: "Reset your password",
    wantsPassword: "Holdfast sends this because someone wants a new password for the console with this address.",
    wantsSignUp: "Holdfast sends this because someone wants to sign up with this address.",
    codeReset: "Your code for a new password",
    codeSignUp: "Your code to sign up with Holdfast",
    codeGone: "The code in this email was used or replaced, or it has expired.",
    codeLead: "Enter this code on the page that asked for it:",
    codeHolds: (minutes: number) => `It works once, within ${minutes} minutes, in the browser that asked for it.`,
    codeWarning:
      "Don’t share it: we never ask for it by phone or email. If you didn’t request a code, you don’t need to do anything.",
    known: "You already have a Holdfast sign-in",
    knownText:
      "Someone wants to sign up with this address. It already has a sign-in for the Holdfast console, so we sent no code.",
    knownNext: "If it was you, sign in with your password. If you forgot it, you can reset it on that page.",
    signIn: "Sign in",
    unknown: "There is no sign-in with this address",
    unknownText:
      "Someone wants a new password for the Holdfast console. This address has no sign-in there, so we sent no code.",
    unknownNext: "If it was you, you may have signed up with another address. You can also sign up with this one.",
    signUp: "Sign up",
    nothingToDo: "If it wasn’t you, you don’t need to do anything.",
    wasChanged: "Holdfast sends this because your sign-in was changed or used.",
    password_changed: "Your password was changed",
    password_changed_text:
      "The password of your sign-in for the Holdfast console was changed. All other browsers were signed out.",
    second_factor_on: "Your second factor is on",
    second_factor_on_text:
      "From now on the Holdfast console asks for a code of your authenticator app when you sign in. Keep the recovery codes where you find them without your phone.",
    second_factor_off: "Your second factor is off",
    second_factor_off_text:
      "The Holdfast console no longer asks for a code of your authenticator app: your password is enough to sign in.",
    recovery_code_used: "A recovery code was used",
    recovery_code_used_text:
      "Someone signed in to the Holdfast console with your password and one of your recovery codes. That code no longer works.",
    recovery_codes_new: "You have new recovery codes",
    recovery_codes_new_text: "New recovery codes were created for your sign-in. The old ones no longer work.",
    passkey_added: "You have a new passkey",
    passkey_added_text:
      "A passkey was added to your sign-in for the Holdfast console. It can be used instead of a code of your authenticator app.",
    passkey_removed: "A passkey was removed",
    passkey_removed_text: "A passkey was removed from your sign-in for the Holdfast console. It no longer signs in.",
    second_factor_blocked: "Someone knows your password",
    second_factor_blocked_text:
      "Someone entered your password for the Holdfast console and then 50 wrong codes. They didn’t get in. We accept no more codes until you choose a new password.",
    sign_ins_joined: "Your two sign-ins are one now",
    sign_ins_joined_text:
      "You had two sign-ins for the Holdfast console with this address. They are one now, with one password and one second factor. If your password isn’t accepted, choose a new one. If you use recovery codes, create new ones.",
    newBrowserFooter: "Holdfast sends this because your sign-in was used in a browser we hadn’t seen before.",
    newBrowser: "New sign-in to Holdfast",
    newBrowserText:
      "Someone signed in to the Holdfast console with your address, from a browser we hadn’t seen before:",
    newBrowserWhere: (browser: string, network: string) => `${browser}, at ${network}.`,
    nameless: "a browser without a name",
  },
  /** To every owner of an account: what opens a way to its money or its data. */
  access: {
    footer: "Holdfast sends this to every owner of the account, for its safety.",
    /** @param about what it is called; "" for nothing. */
    happened: ({ what, account, who, about }: Record<"what" | "account" | "who" | "about", string>) =>
      `${what} for ${account}, ${who}${about === "" ? "" : `: ${about}`}.`,
    by: (name: string) => `by ${name}`,
    byCommandLine: "from the command line",
    expected:
      "If you expected this, you don’t need to do anything. If you didn’t, undo it on this page and reset your password.",
    review: "Review it in the console",
    key_created: "New API key",
    key_created_text: "A new API key was created",
    destination_added: "New payout account",
    destination_added_text: "A payout account was added. It can be used after 24 hours",
    endpoint_added: "New webhook endpoint",
    endpoint_added_text: "A webhook endpoint was added",
    secret_shown: "A signing secret was shown",
    secret_shown_text: "The signing secret of a webhook was shown",
    secret_rotated: "New signing secret",
    secret_rotated_text: "The signing secret of a webhook was replaced",
    frame_origins_changed: "Sites that may embed your checkout changed",
    frame_origins_changed_text: "The list of sites that may show your checkout inside their pages was changed",
    member_joined: "New member of your team",
    member_joined_text: "Someone joined the team",
    role_changed: "A role was changed",
    role_changed_text: "A member of the team has another role",
  },
  invitation: {
    footer: "Holdfast sends this because someone invited this address to a team.",
    subject: "You are invited to a team on Holdfast",
    account: (sellerCode: string) => `account ${sellerCode}`,
    invites: (by: string, account: string, role: string) =>
      `${by} invites you to the Holdfast console of ${account}, as ${role}.`,
    invited: (account: string, role: string) => `You are invited to the Holdfast console of ${account}, as ${role}.`,
    as_owner: "an owner, who can do everything",
    as_developer: "a developer, who handles orders, API keys and webhooks",
    as_support: "support, who can look at everything and change nothing",
    view: "View invitation",
    holds: (days: number) => `The link works for ${days} days, once you sign in or sign up with this address.`,
    unknown: "If you don’t know who this is, you don’t need to do anything.",
  },
};
