/** What can have happened, by the code in an address. */
export const SAID = {
  profile: "Profile saved.",
  documents: "Documents added. We review them once you submit.",
  removed: "Document removed.",
  submitted: "Submitted. We'll email you the result.",
  terms: "Terms saved. They apply to new sessions.",
  brand: "Brand saved. Buyers see it now.",
  logo: "Logo removed.",
  mails: "Choice saved.",
} as const;
export type Said = keyof typeof SAID;

/** Above a form in which something has to be put right. */
export const NOT_SAVED = "Not saved yet. Check the highlighted fields.";
