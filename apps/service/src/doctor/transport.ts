/** The checks of the way there: the address, TLS, answers in time, many at once, large bodies. */
import { LIMITS } from "@holdfast/contract";
import { asItCame, say } from "../diagnoses/say.js";
import type { Answer } from "../outbound/send.js";
import { type Check, deliverPing, isAccepted, judgeAcceptance, reactionOf, wordsOf } from "./check.js";
import type { Fixture, Pace, Ward } from "./fixture.js";
import { parcelOf, ping } from "./orders.js";
import { type Finding, fail, type Outcome, pass, unknown, type Why, warn } from "./report.js";

/** A check that is judged from what others have seen. */
export type Seen = Pick<Finding, "group" | "check" | "title"> & { readonly judge: () => Outcome };

/** @param problem what the address guard says of the URL and its name now; null for nothing. */
export const addressCheck = (problem: string | null): Seen => ({
  group: "transport",
  check: "address",
  title: "Its address may be sent to",
  judge: () =>
    problem === null
      ? pass("The scheme, port and addresses are allowed.")
      : fail(asItCame(problem), {
          cause: "Deliveries go to https and public addresses alone, on port 443 or from 1024 on.",
          remedy:
            "Give the receiver a public https address. For development, name its origin in WEBHOOK_ALLOWED_ORIGINS of the sandbox.",
        }),
});

export const certificateCheck = (url: string, first: Answer): Seen => ({
  group: "transport",
  check: "certificate",
  title: "Its certificate is good",
  judge: () => {
    if (!/^https:/i.test(url)) return pass("It is spoken to without TLS.");
    if (first.kind === "failed" && first.stage === "tls")
      return fail(asItCame(first.error), {
        cause: "The server presents a certificate that nobody can rely on, or an incomplete chain.",
        remedy:
          "Renew the certificate, serve it with its intermediates, and see that it names this host. For development, name its issuer's file in TLS_EXTRA_CA_FILE of the sandbox.",
      });
    return pass("The certificate is valid for this host.");
  },
});

export const redirectCheck = (first: Answer): Seen => ({
  group: "transport",
  check: "redirect",
  title: "It answers where it is",
  judge: () => {
    if (first.kind === "failed") return unknown("It gave no answer.");
    if (reactionOf(first) !== "redirected") return pass("It does not redirect.");
    const to = first.headers["location"];
    const did = wordsOf(first);
    return fail(
      to === undefined
        ? say("It {did}. Redirects are not followed.", { did })
        : say("It {did}, to {place}. Redirects are not followed.", { did, place: to.slice(0, 200) }),
      {
        cause:
          "The URL differs from the receiver's by a slash, the host's name or the scheme, or a sign-in page stands before it.",
        remedy: "Register the URL that the redirect leads to, or let the receiver answer at this one.",
      },
    );
  },
});

export const clockCheck = ({ skew }: Pick<Ward, "skew">): Seen => ({
  group: "clock",
  check: "clock",
  title: "Its clock is right",
  judge: () => {
    if (skew === null) return unknown("Its answers bear no Date.");
    const seconds = Math.abs(skew);
    if (seconds <= SKEW_SECONDS_MAX)
      return pass(skew === 0 ? "Its clock and ours agree." : say("It is {seconds} s off.", { seconds }));
    return fail(
      say(skew > 0 ? "Its clock is {seconds} s ahead of ours." : "Its clock is {seconds} s behind ours.", { seconds }),
      {
        cause: "The machine does not keep its time by NTP.",
        remedy: say(
          "Synchronise its clock: {seconds} seconds off, it refuses every delivery, and near that it refuses slow ones.",
          { seconds: LIMITS.signatureToleranceSeconds },
        ),
      },
    );
  },
});

export const SKEW_SECONDS_MAX = 60;

const SLOW: Why = {
  cause: "The receiver does its work before it answers.",
  remedy: "Verify, keep the event, answer 2xx, and work afterwards.",
};

export const speedCheck = (durations: readonly number[], { slowMs, lateMs }: Pace): Seen => ({
  group: "transport",
  check: "speed",
  title: "It answers in time",
  judge: () => {
    const p95 = percentile(durations, 0.95);
    if (p95 === null) return unknown("It gave no answer.");
    const span = inWords(p95);
    if (p95 >= lateMs)
      return fail(
        say("95 of 100 answers came within {span}. After {late} a delivery counts as failed.", {
          span,
          late: inWords(lateMs),
        }),
        SLOW,
      );
    const found = say("95 of 100 answers came within {span}.", { span });
    return p95 >= slowMs ? warn(found, SLOW) : pass(found);
  },
});

const inWords = (ms: number): string => (ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`);

/** The nearest rank; null of nothing. */
function percentile(values: readonly number[], share: number): number | null {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? null;
}

export const LARGE_BODY: Check = {
  group: "transport",
  check: "large_body",
  title: say("Takes a body of {size} KiB", { size: LIMITS.bodyBytes / 1024 }),
  needs: ["answers", "acceptance"],
  run: async (bed) => {
    const empty = JSON.stringify(ping(""));
    const event = ping("x".repeat(LIMITS.bodyBytes - Buffer.byteLength(empty)));
    return judgeAcceptance([await bed.deliver(parcelOf(event))], {
      cause: "A limit of the framework or of a proxy before it is smaller: 100 kB is Express's, 1 MB nginx's.",
      remedy: say("Raise the limit for this route to at least {size} KiB.", { size: LIMITS.bodyBytes / 1024 }),
    });
  },
};

export const BURST: Check = {
  group: "transport",
  check: "burst",
  title: "Takes many deliveries at once",
  needs: ["answers", "acceptance"],
  run: runBurst,
};

async function runBurst(bed: Fixture): Promise<Outcome> {
  const { burst } = bed.pace;
  const answers = await Promise.all(Array.from({ length: burst }, () => deliverPing(bed)));
  const failed = answers.filter((answer) => !isAccepted(answer));
  const [odd] = failed;
  if (odd === undefined) return pass(say("It took {burst} deliveries at once.", { burst }));
  return fail(
    say("Of {burst} deliveries at once it took {taken}; to the others it {did}.", {
      burst,
      taken: burst - failed.length,
      did: wordsOf(odd),
    }),
    {
      cause: "A lock, a pool of few connections or workers, or a rate limit holds them up.",
      remedy: "Keep each event and answer, with nothing shared in between, and take the sender out of rate limits.",
    },
  );
}
