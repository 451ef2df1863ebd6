/**
 * The checks of what a receiver does with events. Statuses can't tell whether an order was shipped twice or moved backwards: that
 * is told by a probe of the order's state, or by the header of the SDK's handler; where neither is, nothing is claimed.
 */
import { type Said, say } from "../diagnoses/say.js";
import type { Answer } from "../outbound/send.js";
import {
  type Check,
  isAccepted,
  judgeAcceptance,
  type Known,
  type Probe,
  ProbeFailed,
  reactionOf,
  wordsOf,
} from "./check.js";
import type { Fixture } from "./fixture.js";
import { type MadeUpOrder, makeUpOrder, type Parcel, parcelOf, ping, redelivered } from "./orders.js";
import { fail, type Outcome, pass, unknown, type Why, warn } from "./report.js";

/** `new`, `duplicate` or `ignored`, from receivers that are built with `@holdfast/sdk`. */
const handledOf = (answer: Answer): string | null =>
  answer.kind === "answered" ? (answer.headers["x-escrow-handled"] ?? null) : null;

const TELL_US: Said = "Give a probe that tells an order's state, or use the SDK's handler, which says what it did.";

/** Reads an order's state when nothing happens to it any more. */
type Watch = {
  /** Before anything is sent: the store may make the order now. */
  ask(): Promise<string>;
  /** Waits until it differs from `before`, for as long as the pace allows, and then until it stays. */
  settled(before: string | null): Promise<string>;
};

function openWatch(bed: Fixture, probe: Probe, order: MadeUpOrder): Watch {
  const { changeMs, quietMs } = bed.pace;
  const read = async (): Promise<string> => {
    const state = await probe(order);
    // Of two orders the same is told, whatever they are called.
    return [order.reference, order.session, order.escrow].reduce((text, id) => text.replaceAll(id, "…"), state).trim();
  };
  /** How long the store took for a change, for it may take as long for one that should not be. */
  let took = 0;
  return {
    ask: read,
    settled: async (before) => {
      await bed.pause(before === null ? 2 * took : 0);
      let [state, waited] = [await read(), 0];
      while (state === before && waited < changeMs) {
        await bed.pause(LOOK_MS);
        [state, waited] = [await read(), waited + LOOK_MS];
      }
      if (state !== before) took = Math.max(took, waited);
      for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
        await bed.pause(Math.max(quietMs, took));
        const next = await read();
        if (next === state) return state;
        state = next;
      }
      throw new ProbeFailed(
        "The probe never told the same twice: leave out times and counters that move by themselves.",
      );
    },
  };
}

const LOOK_MS = 50;
const LOOKS_MAX = 5;

/** Sends them one after the other; the first that is not taken ends it. */
async function deliverAll(
  bed: Fixture,
  parcels: readonly Parcel[],
): Promise<{ answers: Answer[]; odd: Answer | null }> {
  const answers: Answer[] = [];
  for (const parcel of parcels) {
    const answer = await bed.deliver(parcel);
    answers.push(answer);
    if (!isAccepted(answer)) return { answers, odd: answer };
  }
  return { answers, odd: null };
}

/** Why nothing can be said: the receiver did not take the beginning. */
const notBegun = (odd: Answer): Outcome =>
  unknown(say("It {did} to the first event of an order that the doctor made up.", { did: wordsOf(odd) }));

const quote = (state: string): string => `“${state.length > 80 ? `${state.slice(0, 80)}…` : state}”`;

type Repeats = {
  readonly title: Said;
  readonly check: string;
  /** The repeats of an event. */
  readonly again: (parcel: Parcel) => readonly Parcel[];
} & Why;

type Again = Pick<Repeats, "again"> & { readonly why: Why };

const repeats = ({ check, title, again, ...why }: Repeats): Check => ({
  group: "behaviour",
  check,
  title,
  needs: ["answers", "acceptance"],
  run: async (bed, known) =>
    known.mayPlayOrders ? withOrder(bed, known, { again, why }) : withPing(bed, { again, why }),
});

async function withOrder(bed: Fixture, { probe }: Known, { again, why }: Again): Promise<Outcome> {
  const order = makeUpOrder();
  const watch = probe === null ? null : openWatch(bed, probe, order);
  const asked = (await watch?.ask()) ?? null;
  const confirmed = await deliverAll(bed, [order.event("checkout.session.completed")]);
  if (confirmed.odd !== null) return notBegun(confirmed.odd);
  const before = (await watch?.settled(asked)) ?? null;
  const funded = order.event("escrow.funded");
  const first = await bed.deliver(funded);
  if (!isAccepted(first)) return notBegun(first);
  const once = (await watch?.settled(before)) ?? null;
  const { answers, odd } = await deliverAll(bed, again(funded));
  if (odd !== null) return refusedRepeat(odd);
  if (watch === null || once === before) return judgeHandled(first, answers, { why, isStill: watch !== null });
  const after = await watch.settled(null);
  if (after === once) return pass(say("The order stayed {state}.", { state: quote(once ?? "") }));
  return fail(
    say("The order went from {before} to {after} by an event that it had seen.", {
      before: quote(once ?? ""),
      after: quote(after),
    }),
    why,
  );
}

/** In live mode a ping stands in for an order's event: it tells less, and harms nobody. */
async function withPing(bed: Fixture, { again, why }: Again): Promise<Outcome> {
  const parcel = parcelOf(ping());
  const first = await bed.deliver(parcel);
  if (!isAccepted(first)) return notBegun(first);
  const { answers, odd } = await deliverAll(bed, again(parcel));
  return odd === null ? judgeHandled(first, answers, { why, isStill: false }) : refusedRepeat(odd);
}

const refusedRepeat = (odd: Answer): Outcome =>
  fail(say("It {did} to an event that it had taken.", { did: wordsOf(odd) }), {
    cause: "A repeat is treated as a mistake of the sender's.",
    remedy: "Answer 2xx to an event that you have seen, and do nothing: else it is sent again, and failures add up.",
  });

function judgeHandled(
  first: Answer,
  repeated: readonly Answer[],
  { why, isStill }: { readonly why: Why; readonly isStill: boolean },
): Outcome {
  const handled = repeated.map(handledOf);
  if (handledOf(first) === "new" && handled.includes("new"))
    return fail("By X-Escrow-Handled it worked on the event again.", why);
  if (handledOf(first) === "new" && handled.every((one) => one === "duplicate"))
    return pass("By X-Escrow-Handled it knew the event again.");
  if (isStill)
    return unknown(
      "The probe told no change when the order was funded, so a second change can't be told.",
      PROBE_MAKES,
    );
  return unknown("It took the repeats. Whether it acted on them, no status tells.", TELL_US);
}

const PROBE_MAKES: Said =
  "Let the probe make the order that it is asked for when your store does not have it: it is asked before anything is sent.";

async function takesOrders(bed: Fixture): Promise<Outcome> {
  const order = makeUpOrder();
  const { odd } = await deliverAll(bed, [
    order.event("checkout.session.completed"),
    order.event("escrow.created"),
    order.event("escrow.funded"),
  ]);
  return judgeAcceptance(odd === null ? [] : [odd], {
    cause:
      "The receiver refuses events of an order that it does not have. Payment links that are made in the console lead to such events, too.",
    remedy: "Answer 2xx to every event that is signed right, and put aside what your store knows nothing of.",
  });
}

async function fundedFirst(bed: Fixture, { probe }: Known): Promise<Outcome> {
  const usual = makeUpOrder();
  const usualWatch = probe === null ? null : openWatch(bed, probe, usual);
  const untouched = (await usualWatch?.ask()) ?? null;
  const begun = await deliverAll(bed, [usual.event("checkout.session.completed")]);
  if (begun.odd !== null) return notBegun(begun.odd);
  const confirmed = (await usualWatch?.settled(untouched)) ?? null;
  const funded = await deliverAll(bed, [usual.event("escrow.funded")]);
  if (funded.odd !== null) return notBegun(funded.odd);
  const expected = (await usualWatch?.settled(confirmed)) ?? null;

  const early = makeUpOrder();
  const watch = probe === null ? null : openWatch(bed, probe, early);
  const asked = (await watch?.ask()) ?? null;
  const first = await deliverAll(bed, [early.event("escrow.funded")]);
  await watch?.settled(asked);
  const { odd } = first.odd === null ? await deliverAll(bed, [early.event("checkout.session.completed")]) : first;
  if (odd !== null && reactionOf(odd) === "limited") return notBegun(odd);
  if (odd !== null)
    return fail(say("It {did} when escrow.funded came before checkout.session.completed.", { did: wordsOf(odd) }), {
      cause: "The receiver expects that events come in the order in which they happened.",
      remedy: "Find the order by `external_reference`, and make of each event what it says, whatever came before it.",
    });
  if (watch === null) return unknown("It took both. What became of the order, no status tells.", TELL_US);
  if (expected === confirmed) return unknown("The probe told no change when the order was funded.", PROBE_MAKES);
  const reached = await watch.settled(null);
  const state = quote(reached);
  if (reached === expected) return pass(say("The order came to {state}, as it does in the usual order.", { state }));
  return fail(
    say("The order came to {state}; in the usual order it comes to {expected}.", {
      state,
      expected: quote(expected ?? ""),
    }),
    {
      cause: "A later event of an earlier step overwrites the order's state, or the early one was dropped.",
      remedy: BACKWARDS,
    },
  );
}

async function fundedLast(bed: Fixture, { probe }: Known): Promise<Outcome> {
  const order = makeUpOrder();
  const watch = probe === null ? null : openWatch(bed, probe, order);
  const asked = (await watch?.ask()) ?? null;
  const begun = await deliverAll(bed, [order.event("checkout.session.completed")]);
  if (begun.odd !== null) return notBegun(begun.odd);
  const confirmed = (await watch?.settled(asked)) ?? null;
  const completed = await deliverAll(bed, [order.event("escrow.completed")]);
  if (completed.odd !== null) return notBegun(completed.odd);
  const before = (await watch?.settled(confirmed)) ?? null;
  const late = await bed.deliver(order.event("escrow.funded"));
  if (!isAccepted(late))
    return fail(say("It {did} to an escrow.funded that came after escrow.completed.", { did: wordsOf(late) }), {
      cause: "An event that comes late is treated as a mistake of the sender's.",
      remedy: "Answer 2xx, and let an event of an earlier step change nothing.",
    });
  if (watch === null)
    return handledOf(late) === "ignored"
      ? pass("By X-Escrow-Handled it ignored the late event.")
      : unknown("It took the late event. What became of the order, no status tells.", TELL_US);
  if (before === confirmed) return unknown("The probe told no change when the order was completed.", PROBE_MAKES);
  const after = await watch.settled(null);
  if (after === before) return pass(say("The order stayed {state}.", { state: quote(after) }));
  return fail(
    say("The order went from {before} back to {after}.", { before: quote(before ?? ""), after: quote(after) }),
    { cause: "Each event sets the order's state, whatever came before.", remedy: BACKWARDS },
  );
}

const BACKWARDS: Said =
  "Never move an order backwards: keep how far it is, and let an event of an earlier step change nothing.";

export const BEHAVIOUR_CHECKS: readonly Check[] = [
  {
    group: "behaviour",
    check: "unknown_order",
    title: "Takes events of an order that it does not have",
    needs: ["answers", "acceptance", "orders"],
    run: takesOrders,
  },
  repeats({
    check: "duplicate",
    title: "Acts once when an event comes three times",
    again: (parcel) => [parcel, parcel],
    cause: "Events are not remembered, so each repeat is worked on again.",
    remedy:
      "Keep the `id` of each event under a unique key, in the transaction that acts on it, and do nothing for one that is there.",
  }),
  repeats({
    check: "new_delivery",
    title: "Knows an event again under another delivery",
    again: (parcel) => [redelivered(parcel)],
    cause:
      "Repeats are told by `X-Escrow-Delivery`, which is another one when an event is sent again by a person or recovered.",
    remedy: "Tell repeats by the `id` of the event.",
  }),
  {
    group: "behaviour",
    check: "funded_first",
    title: "Bears escrow.funded before checkout.session.completed",
    needs: ["answers", "acceptance", "orders"],
    run: fundedFirst,
  },
  {
    group: "behaviour",
    check: "funded_last",
    title: "Does not move a completed order back",
    needs: ["answers", "acceptance", "orders"],
    run: fundedLast,
  },
  {
    group: "behaviour",
    check: "unknown_type",
    title: "Takes a type of event that it does not know",
    needs: ["answers", "acceptance", "orders"],
    run: async (bed) => {
      const parcel = makeUpOrder().event("escrow.updated", (event) => ({
        ...event,
        type: "escrow.doctor_made_this_up",
      }));
      return judgeAcceptance([await bed.deliver(parcel)], {
        cause:
          "The types of events are a closed list. The API grows: new types of events and new fields come without a new version.",
        remedy: "Answer 2xx to a type that you do not know, and do nothing.",
      });
    },
  },
  {
    group: "behaviour",
    check: "unknown_field",
    title: "Takes fields that it does not know",
    needs: ["answers", "acceptance"],
    run: async (bed, { mayPlayOrders }) => {
      const event = { ...ping(), doctor_made_this_up: { since: "today" } };
      const more = makeUpOrder().event("escrow.updated", (told) => ({ ...told, doctor_made_this_up: ["today"] }));
      const { odd } = await deliverAll(bed, [parcelOf(event), ...(mayPlayOrders ? [more] : [])]);
      return judgeAcceptance(odd === null ? [] : [odd], {
        cause:
          "Events are validated against a closed schema. The API grows: new types of events and new fields come without a new version.",
        remedy: "Read the fields that you use and let others be.",
      });
    },
  },
  {
    group: "behaviour",
    check: "get",
    title: "Answers 405 to a GET",
    needs: ["answers"],
    run: async (bed) => {
      const answer = await bed.send({ method: "GET", headers: { "user-agent": "Holdfast-Webhooks/1.0" }, body: "" });
      if (answer.kind === "answered" && answer.status === 405) return pass("It answered 405.");
      const remedy: Said = "Take POST alone, and answer 405 with `Allow: POST` to anything else.";
      return reactionOf(answer) === "refused"
        ? warn(say("It {did}: a person who opens the URL will think it is wrong.", { did: wordsOf(answer) }), {
            cause: "There is no route for other methods.",
            remedy,
          })
        : fail(say("It {did} to a GET.", { did: wordsOf(answer) }), {
            cause: "The route answers every method.",
            remedy,
          });
    },
  },
];
