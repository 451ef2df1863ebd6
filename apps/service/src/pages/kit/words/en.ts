/** What the kit itself says. */
export const en = {
  /** Around every page, and below a long text. */
  frame: {
    skip: "Skip to content",
    noRealMoney: "no real money",
    language: "Language",
    protectedBy: "Protected by escrow",
    wholeText: "Read all of it",
  },
  /** The panel on which buyers sign in. */
  signIn: {
    title: "Sign in",
    intro: "We send a six-digit code to your e-mail address. There is no password.",
    email: "E-mail address",
    send: "Send me a code",
    codeTitle: "Enter your code",
    codeSent: "We have sent a six-digit code to",
    codeHolds: "It works for 10 minutes, in this browser. If nothing arrives, look in your spam folder.",
    sandboxMail: "Sandbox: read the mail in its mailbox",
    code: "Six-digit code",
    enter: "Sign in",
    again: "Send a new code",
    other: "Use another address",
    signedInAs: "Signed in as",
    signOut: "Sign out",
    problem_email_invalid: "Enter an e-mail address, such as ada@example.com.",
    problem_too_many_codes: "Too many codes have been asked for. Wait a while, then try again.",
    problem_code_malformed: "Enter the six digits from the mail.",
    problem_code_wrong: (tries: number) =>
      `That is not the code we sent last. You have ${tries} ${tries === 1 ? "try" : "tries"} left.`,
    problem_too_many_tries: "Too many wrong codes came from your network. Wait a while, then try again.",
    problem_code_spent: "That code was wrong too often. Ask for a new one.",
    problem_code_expired: "That code no longer works. Ask for a new one.",
  },
  /** What is wrong with the words and the files of a form. */
  upload: {
    problem_reason_missing: "Write a few words first.",
    problem_reason_long: (most: number) => `Please keep it to ${most} characters.`,
    problem_files_many: "Choose at most 5 files.",
    problem_files_large: "Each file can have 5 MB at most. This one is larger:",
    problem_files_type:
      "Only JPEG, PNG and WebP images, PDF documents and plain text are taken. This is something else:",
    problem_files_empty: "This file is empty:",
    problem_files_unreadable: "The files did not arrive whole. Please choose them again and try once more.",
  },
  /** An order's terms: what happens until something is delivered, and what releases the money. */
  terms: {
    deliverText: "You check what you get. If something is not right, you ask for a correction or open a dispute.",
    deliverUntil: "If nothing is delivered within {time} of your payment, you get all your money back.",
    releaseText: "The seller is paid when you approve the delivery, and not before.",
    releaseParts: "The seller is paid part by part, each when you approve its delivery.",
    silence: "If you say nothing for {time} after a delivery is reported, it counts as approved.",
    noSilence: "Saying nothing is no approval: without your word the money stays where it is.",
    clockStops: "A dispute stops the clock.",
  },
  /** Pages that stand in for one that can't be shown. */
  problem: {
    tryAgain: "Try again",
    notFoundTitle: "There is nothing at this address",
    notFoundText:
      "If you followed a link to pay for an order, part of it may be missing. Open it again from the message it came in, or ask the store for a new one.",
    unavailableTitle: "We can’t show this page right now",
    unavailableText:
      "The fault is on our side and should be short. Nothing was charged or changed. Please try again in a moment.",
    brokenTitle: "Something went wrong on our side",
    brokenText:
      "Nothing was charged or changed by opening this page. If it happens again, tell us the reference below.",
    formTitle: "This form can no longer be used",
    formText:
      "Nothing was done. Go back, load the page again, and repeat your last step. Your browser has to allow cookies for this.",
    oftenTitle: "That was a lot in a short time",
    oftenText: "Nothing was done. Wait a minute, then go back and try again.",
    refusedTitle: "This request can’t be handled",
    refusedText: "This address does not take what was sent to it. Go back, and open the page from its link.",
  },
};
