/** The checks of signatures: what is signed as the contract says is taken, anything else is refused, in both families of headers. */
import { LIMITS } from "@holdfast/contract";
import { type Said, say } from "../diagnoses/say.js";
import type { Answer } from "../outbound/send.js";
import { type Check, deliverPing, isAccepted, judgeAcceptance, judgeRefusal, wordsOf } from "./check.js";
import { type Fixture, type Headers, type Marking, unknownSecret } from "./fixture.js";
import { type Json, parcelOf, ping } from "./orders.js";
import { fail, type Outcome, pass, type Why } from "./report.js";

/** A few seconds more than a second: the answer is on its way for a while, and clocks tick in whole seconds. */
const BEYOND_SECONDS = LIMITS.signatureToleranceSeconds + 1 + 4;

const CONTRACT_HEADER = "x-escrow-signature";
const STANDARD_HEADERS = ["webhook-id", "webhook-timestamp", "webhook-signature"] as const;

const without = (headers: Headers, names: readonly string[]): Headers =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));

/** Both families changed at once: whichever the receiver reads, it reads the change. */
const signaturesChanged =
  (change: (contract: string, standard: string | undefined) => Headers) =>
  (headers: Headers): Headers => ({
    ...headers,
    ...change(headers[CONTRACT_HEADER] as string, headers["webhook-signature"]),
  });

const standardPart = (value: string | undefined): Headers =>
  value === undefined ? {} : { "webhook-signature": value };

type Refusal = {
  readonly check: string;
  readonly title: Said;
  /** Each is sent, and each must be refused. */
  readonly markings: () => readonly Marking[];
} & Why;

const REFUSALS: readonly Refusal[] = [
  {
    check: "wrong_secret",
    title: "Refuses a signature by another secret",
    markings: () => [{ secrets: [unknownSecret()] }],
    cause: "The signature is not compared, or what the comparison says is ignored.",
    remedy:
      "Compute HMAC-SHA256 over `t`, a dot and the raw body with your secret, compare in constant time, and answer 401 when it differs.",
  },
  {
    check: "changed_byte",
    title: "Refuses a body that changed on the way",
    markings: () => {
      const parcel = "holdfast doctor changed this byte";
      return [{ body: JSON.stringify(ping(parcel)) }];
    },
    cause: "The signature is not computed over the body that came.",
    remedy: "Compute the HMAC over the raw bytes of the request, before anything parses them.",
  },
  {
    check: "no_signature",
    title: "Refuses what is not signed",
    markings: () => [{ headers: (headers) => without(headers, [CONTRACT_HEADER, ...STANDARD_HEADERS]) }],
    cause: "The signature is checked only when there is one.",
    remedy: "Answer 401 when the signature's header is missing.",
  },
  {
    check: "no_v1",
    title: "Refuses a signature without v1",
    markings: () => [
      {
        headers: signaturesChanged((contract, standard) => ({
          [CONTRACT_HEADER]: contract.replace("v1=", "v0="),
          ...standardPart(standard?.replace("v1,", "v0,")),
        })),
      },
      {
        headers: signaturesChanged((contract, standard) => ({
          [CONTRACT_HEADER]: contract.split(",", 1).join(),
          ...standardPart(standard === undefined ? undefined : "v1"),
        })),
      },
    ],
    cause: "A header without `v1` counts as nothing to compare, or another scheme is taken for `v1`.",
    remedy: "Collect the entries named `v1`; refuse when there is none, or when none fits.",
  },
  {
    check: "two_timestamps",
    title: "Refuses two timestamps that differ",
    markings: () => [
      // Signed for a moment long ago; the other `t`, which is fresh, is signed by nobody.
      { off: -2 * BEYOND_SECONDS, headers: (headers) => withFresh(headers, (old, fresh) => `t=${fresh},t=${old}`) },
      { off: -2 * BEYOND_SECONDS, headers: (headers) => withFresh(headers, (old, fresh) => `t=${old},t=${fresh}`) },
    ],
    cause:
      "One `t` is compared with the clock and another one is signed, so an old delivery can be made to look fresh.",
    remedy: "Read `t` once, use the same value for the clock and for the HMAC, and refuse a header that has two.",
  },
  {
    check: "old_signature",
    title: say("Refuses a signature that is {seconds} seconds old", { seconds: LIMITS.signatureToleranceSeconds + 1 }),
    markings: () => [{ off: -BEYOND_SECONDS }],
    cause:
      "The age of the signature is not checked, so anyone who has seen one delivery can send it again at any time.",
    remedy: say("Refuse when `t` is more than {seconds} seconds before your clock.", {
      seconds: LIMITS.signatureToleranceSeconds,
    }),
  },
  {
    check: "future_signature",
    title: say("Refuses a signature from {seconds} seconds ahead", { seconds: LIMITS.signatureToleranceSeconds + 1 }),
    markings: () => [{ off: BEYOND_SECONDS }],
    cause: "Only the past is checked. Some libraries, `stripe` among them, do no more.",
    remedy: say(
      "Compare the absolute difference: refuse when `t` is more than {seconds} seconds after your clock, too.",
      { seconds: LIMITS.signatureToleranceSeconds },
    ),
  },
];

/** The header of the contract with two times, and a standard timestamp that nobody signed. */
function withFresh(headers: Headers, times: (old: number, fresh: number) => string): Headers {
  const old = Number(/^t=(\d+)/.exec(headers[CONTRACT_HEADER] as string)?.[1]);
  const fresh = old + 2 * BEYOND_SECONDS;
  return {
    ...headers,
    [CONTRACT_HEADER]: (headers[CONTRACT_HEADER] as string).replace(/^t=\d+/, times(old, fresh)),
    ...("webhook-timestamp" in headers ? { "webhook-timestamp": String(fresh) } : {}),
  };
}

async function eachPing(bed: Fixture, markings: readonly Marking[]): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const marking of markings) answers.push(await deliverPing(bed, marking));
  return answers;
}

const refusal = ({ check, title, markings, ...why }: Refusal): Check => ({
  group: "signature",
  check,
  title,
  needs: ["answers", "acceptance"],
  run: async (bed) => judgeRefusal(await eachPing(bed, markings()), why),
});

type RawBody = `${"escapes" | "spaces and line ends" | "letters beyond ASCII" | "another order of keys"} (it {did})`;

/** Bodies that are valid JSON and no JSON library writes: each breaks a receiver that parses first and signs what it writes again. */
const RAW_BODIES: readonly { readonly what: RawBody; readonly write: (event: Json) => string }[] = [
  {
    what: "escapes (it {did})",
    write: (event) => JSON.stringify(event).replace("holdfast", "\\u0068oldf\\u0061st").replace("2xx", "2xx \\/"),
  },
  {
    what: "spaces and line ends (it {did})",
    write: (event) => `${JSON.stringify(event, null, 3).replaceAll('":', '" :')}\r\n`,
  },
  {
    what: "letters beyond ASCII (it {did})",
    write: (event) =>
      JSON.stringify({ ...event, data: { object: { object: "ping", message: "Grüße, 茶, naïve, 🫖" } } }),
  },
  {
    what: "another order of keys (it {did})",
    write: (event) => JSON.stringify(Object.fromEntries(Object.entries(event).reverse())),
  },
];

async function checkRawBody(bed: Fixture): Promise<Outcome> {
  const refused: string[] = [];
  for (const { what, write } of RAW_BODIES) {
    const event = ping();
    const answer = await bed.deliver(parcelOf(event, write(event)));
    if (!isAccepted(answer)) refused.push(say(what, { did: wordsOf(answer) }));
  }
  if (refused.length === 0)
    return pass("It took a body with escapes, spaces, letters beyond ASCII and keys in another order.");
  const lettersAlone = refused.length === 1 && refused[0]?.startsWith("letters") === true;
  return fail(say("It refused a right signature over a body with {what}.", { what: refused.join("; ") }), {
    cause: lettersAlone
      ? "The body becomes text in another encoding than UTF-8 before the signature is computed."
      : "The body is parsed and written again before the signature is computed; what is written differs from what came.",
    remedy:
      "Compute the HMAC over the raw bytes: express.raw(), request.get_data(), php://input, await request.text().",
  });
}

/** A receiver may read either family, or both. What it reads, it must check, also where the other is missing. */
async function checkFamilies(bed: Fixture): Promise<Outcome> {
  const contractAlone = (headers: Headers): Headers => without(headers, STANDARD_HEADERS);
  const standardAlone = (headers: Headers): Headers => without(headers, [CONTRACT_HEADER]);
  const stranger = [unknownSecret()];
  const contract = await deliverPing(bed, { headers: contractAlone });
  const standard = await deliverPing(bed, { headers: standardAlone });
  const forged = await eachPing(bed, [
    { headers: contractAlone, secrets: stranger },
    { headers: standardAlone, secrets: stranger },
  ]);
  if (forged.some(isAccepted))
    return fail("It took a forged signature where the other family of headers was missing.", {
      cause: "The header that is checked is not the one that is there.",
      remedy: "Choose one family, X-Escrow-Signature or webhook-signature, and refuse what lacks it.",
    });
  const [one, other] = [
    ...(isAccepted(contract) ? ["X-Escrow-Signature"] : []),
    ...(isAccepted(standard) ? ["webhook-signature"] : []),
  ];
  if (one !== undefined)
    return pass(
      other === undefined ? say("It verifies {one}.", { one }) : say("It verifies {one} and {other}.", { one, other }),
    );
  return fail("It refuses either family of headers alone.", {
    cause: "It asks for headers of both families.",
    remedy: "One is enough: X-Escrow-Signature comes with every delivery, webhook-signature with newer secrets.",
  });
}

const FIRST_ONLY: Why = {
  cause: "Only the first, or only the last, of several `v1` is compared.",
  remedy: "Collect all entries named `v1` and accept when any of them fits: during a rotation two secrets sign.",
};

export const RIGHT_SIGNATURE: Check = {
  group: "signature",
  check: "right_signature",
  title: "Takes a right signature",
  needs: ["answers"],
  run: async (bed) =>
    judgeAcceptance([await deliverPing(bed)], {
      cause:
        "The receiver has another secret than the one given here, or computes the HMAC over something else than `t`, a dot and the raw body.",
      remedy:
        "Compare the secrets, whole and with their prefix. Then see the guide on verifying, and the signature check of the console.",
    }),
};

export const SIGNATURE_CHECKS: readonly Check[] = [
  ...REFUSALS.map(refusal),
  {
    group: "signature",
    check: "two_v1",
    title: "Takes two v1 when one of them fits, in either order",
    needs: ["answers", "acceptance"],
    run: async (bed) => {
      const other = unknownSecret();
      return judgeAcceptance(
        await eachPing(bed, [{ secrets: [bed.secret, other] }, { secrets: [other, bed.secret] }]),
        FIRST_ONLY,
      );
    },
  },
  {
    group: "signature",
    check: "raw_body",
    title: "Verifies the raw body",
    needs: ["answers", "acceptance"],
    run: checkRawBody,
  },
  {
    group: "signature",
    check: "header_families",
    title: "Checks the headers that it reads",
    needs: ["answers", "acceptance"],
    run: checkFamilies,
  },
];

export const ROTATION_CHECKS: readonly Check[] = [
  {
    group: "rotation",
    check: "rotation_overlap",
    title: "Takes deliveries while two secrets sign",
    needs: ["answers", "acceptance"],
    run: async (bed, { previous }) => {
      const other = previous?.secret ?? unknownSecret();
      return judgeAcceptance(
        await eachPing(bed, [{ secrets: [bed.secret, other] }, { secrets: [other, bed.secret] }]),
        FIRST_ONLY,
      );
    },
  },
  {
    group: "rotation",
    check: "rotation_new",
    title: "Takes the new secret alone",
    needs: ["answers", "acceptance"],
    run: async (bed) =>
      judgeAcceptance([await deliverPing(bed)], {
        cause: "The receiver waits for a second signature, which is there only during the overlap.",
        remedy: "Accept when any `v1` fits, however many there are.",
      }),
  },
  {
    group: "rotation",
    check: "rotation_old",
    title: "Refuses the old secret after the overlap",
    needs: ["answers", "acceptance"],
    run: async (bed, { previous }) => {
      if (previous === null) return { verdict: "unknown", found: "No secret from before the last rotation is known." };
      if (!previous.isOver) return { verdict: "unknown", found: "Both secrets still sign: the overlap is not over." };
      return judgeRefusal([await deliverPing(bed, { secrets: [previous.secret] })], {
        cause: "The receiver still holds the secret from before the rotation.",
        remedy: "Take the old secret out of its configuration: after a leak it is what you rotated for.",
      });
    },
  },
];
