/** What can have happened, by the code in an address. */
export const SAID = {
  profile: "Your profile is saved.",
  documents: "Your documents are here. Nobody looks at them before you submit them.",
  removed: "The document is gone.",
  submitted: "Submitted. We write to you when it is decided.",
  terms: "Your terms are saved. They hold for sessions that are created from now on.",
  brand: "Your brand is saved. Buyers see it from now on.",
  logo: "The logo is gone.",
  mails: "Your choice is saved.",
} as const;
export type Said = keyof typeof SAID;

/** Above a form in which something has to be put right. */
export const NOT_SAVED = "Nothing is saved yet: please put right what is marked.";
