/** What several pages of the console say, and its frame. */
export const en = {
  frame: {
    description: "The Holdfast console: orders, money and integration of a seller.",
    menu: "Console",
    developers: "Developers",
    account: "Account",
    switchAccount: "Switch account",
    suspended: "This account is suspended and read-only. Contact support.",
    refused: "The verification of this account was refused. You can't create new orders until you fix that.",
    unverified: "This account isn't verified yet. You can sell, but you can't withdraw money until it is.",
    verification: "Verification",
    /** What is counted, for people who can't see where the figure stands. */
    waiting_unread: "unread",
    waiting_escrows: "to deliver",
    waiting_disputes: "waiting for your reply",
    waiting_failedPayouts: "failed",
    waiting_endpoints: "failing",
  },
  /** The pages of the menu; the search finds them by these names. */
  menu: {
    overview: "Overview",
    notifications: "Notifications",
    sessions: "Sessions",
    escrows: "Escrows",
    disputes: "Disputes",
    wallet: "Wallet",
    start: "Get started",
    keys: "API keys",
    webhooks: "Webhooks",
    events: "Events",
    requests: "Request log",
    signature: "Signature check",
    settings: "Settings",
    team: "Team",
    security: "Security log",
  },
  /** What was not there, or could not be done. */
  refused: {
    missing: "There’s nothing at this address. It may have been deleted, or the address is incomplete.",
    toOverview: "Back to the overview",
    search: "Search",
    accounts: "Your accounts",
  },
  /** What can be copied, and what is shown this once. */
  once: {
    copy: "Copy",
    copied: "Copied",
    keepNow: (what: string) => `${what}: keep it now`,
    onlyNow: "Copy it now. We won't show it again.",
  },
  /** A page that looks for news. */
  news: {
    live: "Updates automatically",
    stopped: "Updates have stopped. Reload the page.",
  },
  /** The ways to share a payment link. */
  sharing: {
    title: "Share",
    leadMany: "Everyone with the link gets an order of their own.",
    leadOne: "One customer can use the link, once.",
    theLink: "the payment link",
    open: "Open as a buyer",
    whatsApp: "Share on WhatsApp",
    qrCode: "QR code of the payment link",
    byEmail: "Send it by email",
    email: "Customer’s email",
    language: "Language",
    emailNote:
      "The email bears your name. A customer who has signed in before reads it in their own language. Up to 50 emails a day.",
    send: "Send email",
    button: "Put a button on your site",
    buttonNote: "Paste this into any page. It needs no script.",
    /** What stands on the button. */
    pay: "Pay with Holdfast",
    theButton: "the button",
    embed: "Embed the checkout in your site",
    embedAllow: "Allow your site first, in",
    embedSettings: "Settings, Embed",
    embedOwner: "An owner has to allow your site first, in Settings.",
    embedPaste: "Then paste this where the checkout should be.",
    theEmbed: "the embedded checkout",
  },
  roles: {
    owner: "Owner",
    developer: "Developer",
    support: "Support",
  },
  keys: {
    allInUse: (count: number) => `All ${count} keys are in use. Revoke one you no longer need, then create another.`,
  },
};
