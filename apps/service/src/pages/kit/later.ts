/** What is asked for while a page is loaded, and is there when it is drawn. */
export type Later<Value> = {
  /** Rejects as what was asked for does. */
  readonly ready: Promise<unknown>;
  /** @throws before it is ready. */
  readonly value: () => Value;
};

export function later<Value>(asked: Promise<Value>): Later<Value> {
  let known: { readonly value: Value } | null = null;
  const ready = asked.then((value) => {
    known = { value };
  });
  // Where the page itself is refused, nobody waits for it.
  ready.catch(() => undefined);
  return {
    ready,
    value: () => {
      if (known === null) throw new Error("a page is drawn before what it shows is there");
      return known.value;
    },
  };
}
