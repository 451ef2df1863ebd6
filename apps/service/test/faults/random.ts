/** Chance that can be repeated: the same seed makes the same choices. */

export type Chance = {
  /** From 0 up to, and without, 1. */
  next(): number;
  /** A whole number, both bounds included. */
  integer(min: number, max: number): number;
  pick<const T>(choices: readonly T[]): T;
  /** True in this share of all cases. */
  happens(share: number): boolean;
};

/** Mulberry32: 32 bits of state are plenty for choosing test cases. */
export function chance(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    integer,
    pick: (choices) => {
      if (choices.length === 0) throw new Error("nothing to pick from");
      return choices[integer(0, choices.length - 1)] as (typeof choices)[number];
    },
    happens: (share) => next() < share,
  };
}

/** HOLDFAST_SEED repeats a run; a run without it takes a new one. */
export function seedOfThisRun(): number {
  const given = process.env["HOLDFAST_SEED"];
  return given === undefined ? Date.now() % 2 ** 31 : Number(given);
}

/** Runs a story that chance takes part in; a failure tells the seed that repeats it. */
export async function withSeed<Result>(seed: number, where: string, story: () => Promise<Result>): Promise<Result> {
  try {
    return await story();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${where}, repeat with HOLDFAST_SEED=${seed}: ${reason}`, { cause: error });
  }
}
