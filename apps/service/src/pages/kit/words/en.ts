/** What the kit itself says. */
export const en = {
  /** Around every page, below a long text, and below lines that do not add up to their bill. */
  frame: {
    skip: "Skip to content",
    noRealMoney: "no real money",
    language: "Language",
    protectedBy: "Protected by escrow",
    wholeText: "Read all of it",
    otherItems: "Other",
  },
  /** The panel on which buyers sign in. */
  signIn: {
    title: "Sign in",
    intro: "We’ll send a six-digit code to your email address. You don’t need a password.",
    email: "Email address",
    send: "Send me a code",
    codeTitle: "Enter your code",
    codeSent: "We have sent a six-digit code to",
    codeHolds: "It works for 10 minutes in this browser. If nothing arrives, check your spam folder.",
    sandboxMail: "Sandbox: open the email in its mailbox",
    code: "Six-digit code",
    enter: "Sign in",
    again: "Send a new code",
    other: "Use another address",
    signedInAs: "Signed in as",
    signOut: "Sign out",
    problem_email_invalid: "Enter an email address, such as ada@example.com.",
    problem_too_many_codes: "Too many codes were requested. Wait a while, then try again.",
    problem_code_malformed: "Enter the six digits from the email.",
    problem_code_wrong: (tries: number) =>
      `That isn’t the last code we sent. You have ${tries} ${tries === 1 ? "try" : "tries"} left.`,
    problem_too_many_tries: "Too many wrong codes came from your network. Wait a while, then try again.",
    problem_code_spent: "That code was entered wrongly too often. Request a new one.",
    problem_code_expired: "That code no longer works. Request a new one.",
  },
  /** What is wrong with the words and the files of a form. */
  upload: {
    problem_reason_missing: "Write a few words first.",
    problem_reason_long: (most: number) => `Use at most ${most} characters.`,
    problem_files_many: "Choose up to 5 files.",
    problem_files_large: "Choose files of up to 5 MB each. This one is larger:",
    problem_files_type: "Choose JPEG, PNG or WebP images, PDF documents or plain text. This file is of another type:",
    problem_files_empty: "Choose another file. This one is empty:",
    problem_files_unreadable: "The upload was incomplete. Choose the files again and retry.",
  },
  /** An order's terms: what happens until something is delivered, and what releases the money. */
  terms: {
    deliverText: "You check what you receive. If something isn’t right, you can request changes or open a dispute.",
    deliverUntil: "If nothing is delivered within {time} of your payment, you get all your money back.",
    releaseText: "The seller is paid when you approve the delivery, not before.",
    releaseParts: "The seller is paid part by part, each when you approve its delivery.",
    silence: "If you don’t respond within {time} of a reported delivery, it is approved automatically.",
    noSilence:
      "Nothing is approved automatically: we hold your money until you approve the delivery or a dispute is settled.",
    clockStops: "A dispute stops the clock.",
  },
  /** Pages that stand in for one that can't be shown. */
  problem: {
    tryAgain: "Try again",
    notFoundTitle: "Page not found",
    notFoundText:
      "If you followed a link to pay for an order, part of it may be missing. Open it again from the message it came in, or ask the store for a new one.",
    unavailableTitle: "We can’t show this page right now",
    unavailableText:
      "The problem is on our side and should be brief. Nothing was charged or changed. Try again in a moment.",
    brokenTitle: "Something went wrong on our side",
    brokenText:
      "Nothing was charged or changed by opening this page. If it happens again, tell us the reference below.",
    formTitle: "This form has expired",
    formText:
      "Nothing was changed. Go back, reload the page and repeat your last step. Your browser has to allow cookies for this.",
    oftenTitle: "Too many requests",
    oftenText: "Nothing was changed. Wait a minute, then go back and try again.",
    refusedTitle: "This request can’t be handled",
    refusedText: "This page can’t accept what was sent to it. Go back and open the page from its link.",
  },
};
