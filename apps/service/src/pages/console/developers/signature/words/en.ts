/** The words of the signature check. */
export const en = {
  page: {
    title: "Signature check",
    lead: "Does your server refuse our events? Paste what it received to see what is wrong. Nothing is stored or logged.",
    headers: "Signature headers",
    headersHint: "X-Escrow-Signature alone, or webhook-id, webhook-timestamp and webhook-signature, a line each",
    body: "Body, as it came",
    secret: "Signing secret",
    check: "Check",
    pasteIt: "Paste it here.",
    tooLong: (most: string) => `This is longer than anything we send. Paste at most ${most} characters.`,
    verdict_right: "The signature is right",
    verdict_late: "The signature is right, but its time is not",
    verdict_wrong: "The signature is not right",
    how: "How it is created",
    howHeader: "{header} is {form}; during a rotation with two {v1}.",
    howMark:
      "{v1} is HMAC-SHA256 in hex: the key is the whole secret, {prefix} included; the message is {t}, a dot, and the raw bytes of the body.",
    howStandard:
      "{header} is {form}, for any Standard Webhooks library: the key is what stands behind {prefix}, decoded from base64; the message is {id}, a dot, {timestamp}, which is the same {t}, a dot, and the raw bytes of the body.",
    howCompare: "Compare in constant time, and accept when any v1 fits.",
    howTime: (seconds: number) => `Refuse when t and your clock are more than ${seconds} seconds apart.`,
  },
  /** What is found in what was pasted. */
  findings: {
    fits: "The signature is that of this body by this secret.",
    otherEvent: "webhook-id is not the id of the event in the body.",
    secretAround: "The secret has spaces, a line break or quotes around it that do not belong to it.",
    presentSecret: (url: string) => `It was signed with the present secret of ${url}, not with this one.`,
    previousSecret: (url: string) => `It was signed with the secret of ${url} from before its last rotation.`,
    breakAtEnd: "The body has a line break at its end that was not sent.",
    spaceAround: "The body has white space around it that was not sent.",
    byteOrderMark: "The body begins with a byte order mark that was not sent.",
    breakMissing: "The line break at the body's end is missing.",
    parsed: "The body was parsed and written again: verify the raw bytes, before any parser.",
    differs: (at: { readonly place: number; readonly has: string; readonly sent: string }) =>
      `The body is not the one that was sent for this event: at character ${at.place} it has ${at.has} where ${at.sent} was sent.`,
    unexplained: "No v1 is that of this body by this secret.",
    unexplainedByAny: "No v1 is that of this body by this secret, nor by that of another endpoint of this account.",
    apiKey: "What was pasted as the secret is an API key. A signing secret begins with whsec_.",
    notJson: "The body is not JSON: it was cut, or something was added to it.",
    timeBehind: (span: string, most: number) =>
      `Its time is ${span} behind ours: within the ${most} seconds that are allowed.`,
    timeAhead: (span: string, most: number) =>
      `Its time is ${span} ahead of ours: within the ${most} seconds that are allowed.`,
    tooFarBehind: (span: string, most: number) =>
      `Its time is ${span} behind ours, more than the ${most} seconds that are allowed. If it was younger when it came, it was right then.`,
    tooFarAhead: (span: string, most: number) =>
      `Its time is ${span} ahead of ours, more than the ${most} seconds that are allowed. The receiver's clock may be slow.`,
    recipe_escrow: "Its key is the whole secret as text, its message is t, a dot, and the raw bytes of the body.",
    recipe_standard:
      "Its key is what stands behind whsec_, decoded from base64; its message is webhook-id, a dot, webhook-timestamp, a dot, and the raw bytes of the body.",
    noPrefix: "The secret lacks its prefix: whsec_ is part of the key.",
    noKey:
      "The secret is no base64 of 24 to 64 bytes behind whsec_, so it makes no webhook-signature. Rotate the secret of an older endpoint.",
    noT: "The header has no t. The header's form is t=<unix seconds>,v1=<hex>.",
    severalT: "The header has more than one t: two headers were joined.",
    noId: "There is no webhook-id, which is signed too. Paste webhook-id, webhook-timestamp and webhook-signature, a line each.",
    noTimestamp:
      "There is no webhook-timestamp, which is signed too. Paste webhook-id, webhook-timestamp and webhook-signature, a line each.",
    noStandardMark: "webhook-signature has no v1, which is the signature itself.",
    brokenStandardMark: "A v1 of webhook-signature is no SHA-256 in base64, 44 characters: it was cut or joined.",
    milliseconds_escrow: "The header's t is in milliseconds. It is sent in whole seconds.",
    milliseconds_standard: "webhook-timestamp is in milliseconds. It is sent in whole seconds.",
    noSeconds_escrow: "The header's t is no number of seconds. The header's form is t=<unix seconds>,v1=<hex>.",
    noSeconds_standard: "webhook-timestamp is no number of seconds. It is sent in whole Unix seconds.",
    severalMarks: (count: number) => `The header has ${count} v1, as during a rotation: one has to fit.`,
    noMark: "The header has no v1, which is the signature itself.",
    notHex: "A v1 has other characters than hexadecimal digits.",
    wrongLength: (digits: number) =>
      `A v1 has ${digits} digits where a SHA-256 in hexadecimal has 64: it was cut or joined.`,
  },
};
