/** What the processes of the webhook measures are asked, and what they answer: plain data, sent between processes. */

export type SinkSetting = {
  /** Null for plain http. */
  readonly tls: { readonly key: string; readonly cert: string } | null;
  /** Every answer says `Connection: close`, so that every attempt needs a connection of its own. */
  readonly closes: boolean;
};

export type SinkOrder =
  /** Starts at zero; answered at once. */
  | { readonly kind: "expect"; readonly count: number }
  /** Answered with {@link Tenths} once so many have come. */
  | { readonly kind: "finish" }
  /** Notes every arrival from now on; answered at once. */
  | { readonly kind: "note" }
  /** Answered with what was noted since it was last asked: {@link Arrival}s. */
  | { readonly kind: "take" };

/** Milliseconds from the first arrival to the last one of each tenth. */
export type Tenths = readonly number[];

/** `at`: first byte of the request, by {@link sharedMs}. */
export type Arrival = { readonly event: string; readonly at: number };

/** Drain what is due; answered once all of it is recorded. */
export type DrainOrder = { readonly kind: "drain" };

export type Question = { readonly id: number; readonly order: unknown };
export type Reply = { readonly id: number; readonly answer: unknown } | { readonly id: number; readonly error: string };

/** Milliseconds of a clock that all processes of a machine share, and that is never set. */
export const sharedMs = (): number => Number(process.hrtime.bigint()) / 1e6;

/** Answers every question that the parent asks, and ends with the parent. */
export function answerQuestions<Order>(answer: (order: Order) => Promise<unknown> | unknown): void {
  const reply = async ({ id, order }: Question): Promise<Reply> => {
    try {
      return { id, answer: (await answer(order as Order)) ?? null };
    } catch (error) {
      return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
  };
  process.on("message", (question: Question) => void reply(question).then((told) => process.send?.(told)));
  process.on("disconnect", () => process.exit(0));
  process.on("SIGTERM", () => process.exit(0));
}
