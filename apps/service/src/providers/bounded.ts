import { CALL_WITHIN_MS, type Provider, type Unreachable } from "./port.js";

/** The provider with every call bounded in time, and with what it throws turned into "nobody knows". */
export function bounded(provider: Provider, withinMs = CALL_WITHIN_MS): Provider {
  const within = <Answer>(call: () => Promise<Answer>): Promise<Answer | Unreachable> => {
    let giveUp: NodeJS.Timeout | undefined;
    const late = new Promise<Unreachable>((resolve) => {
      giveUp = setTimeout(() => resolve({ kind: "unreachable", reason: "it did not answer in time" }), withinMs);
    });
    const answer = Promise.resolve()
      .then(call)
      .catch((error: unknown): Unreachable => ({ kind: "unreachable", reason: described(error) }));
    return Promise.race([answer, late]).finally(() => clearTimeout(giveUp));
  };
  return {
    name: provider.name,
    method: provider.method,
    createPayment: (order) => within(() => provider.createPayment(order)),
    cancelPayment: (reference) => within(() => provider.cancelPayment(reference)),
    refund: (order) => within(() => provider.refund(order)),
    payout: (order) => within(() => provider.payout(order)),
    lookUp: (reference) => within(() => provider.lookUp(reference)),
    verifyCallback: (headers, body) => {
      try {
        return provider.verifyCallback(headers, body);
      } catch (error) {
        return { kind: "forged", reason: described(error) };
      }
    },
  };
}

/** One short line, whatever was thrown. */
const described = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll(/\p{Cc}+/gu, " ").slice(0, 300);
