/** Calls to a provider: bounded in time, a span of the trace that they belong to, and never rejected. */
import { traced } from "../platform/traces.js";
import { untilGivenUp } from "./http-client.js";
import type { Unreachable } from "./port.js";
import { Unreadable } from "./unreadable.js";

/** What a deployment watches of the calls to a provider. */
export type Watch = {
  answered(provider: string): void;
  failed(provider: string, answer: Unreachable): void;
};

export type Bounded = <Answer extends { readonly kind: string }>(
  call: () => Promise<Answer>,
) => Promise<Answer | Unreachable>;

/** Bounds a call in time, after which it asks nothing more, turns what it throws into "nobody knows", and tells the watch what came of it. */
export function boundedBy({ withinMs, watch, name }: { withinMs: number; watch: Watch; name: string }): Bounded {
  return async (call) => {
    const stop = new AbortController();
    let giveUp: NodeJS.Timeout | undefined;
    const late = new Promise<Unreachable>((resolve) => {
      giveUp = setTimeout(() => {
        resolve({ kind: "unreachable", reason: "it did not answer in time" });
        stop.abort();
      }, withinMs);
    });
    const answer = await traced(
      () => ({ name: `provider ${name}`, kind: "client" }),
      async (span) => {
        const told = await Promise.race([untilGivenUp(stop.signal, () => safely(call)), late]);
        span?.set({ "holdfast.answer": told.kind });
        return told;
      },
    );
    clearTimeout(giveUp);
    if (answer.kind === "unreachable") watch.failed(name, answer as Unreachable);
    else watch.answered(name);
    return answer;
  };
}

export const safely = <Answer>(call: () => Promise<Answer>): Promise<Answer | Unreachable> =>
  Promise.resolve()
    .then(call)
    .catch(
      (error: unknown): Unreachable => ({
        kind: "unreachable",
        reason: described(error),
        ...(error instanceof Unreadable ? { cause: "unreadable" as const } : {}),
      }),
    );

/** One short line, whatever was thrown. */
export const described = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll(/\p{Cc}+/gu, " ").slice(0, 300);
