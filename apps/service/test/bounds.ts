/**
 * How far stories of chance, kills and races go: far enough to notice what a change breaks on every run, and as far as patience
 * goes in `npm run test:deep`, which sets TEST_DEPTH.
 */
const BOUNDS = {
  /** Generated request bodies, and requests whose bytes were bent. */
  fuzzBodies: { short: 5_000, deep: 200_000 },
  bentRequests: { short: 250, deep: 5_000 },
  /** Signatures of a payment provider that were bent, each judged by its own library as well. */
  bentSignatures: { short: 2_000, deep: 200_000 },
  /** Answers of receivers drawn by chance. */
  fuzzAnswers: { short: 200, deep: 3_000 },
  /** Random walks over the states of an order, and over everything that reads colours or addresses. */
  walks: { short: 2_000, deep: 50_000 },
  /** Payments of the largest order of which every reachable state is looked at. */
  exploredPayments: { short: 1, deep: 2 },
  /** Amounts by rates. */
  rates: { short: 2_000, deep: 100_000 },
  drawnAddresses: { short: 2_000, deep: 500_000 },
  /** Cohorts of buyers, one after the other, and how many buyers of each are there at once. */
  cohorts: { short: 1, deep: 34 },
  cohortBuyers: { short: 15, deep: 60 },
  /** Buyers of the walk of payments, each some steps. */
  payers: { short: 40, deep: 300 },
  /** Orders of the run in which providers fail, workers die and days go by. */
  chaosOrders: { short: 12, deep: 1_000 },
  /** Walks of a seller's wallet. */
  purses: { short: 3, deep: 30 },
  /** Kills of the service, its database or both; of workers that are sending; of the database below them. */
  kills: { short: 2, deep: 40 },
  workerKills: { short: 1, deep: 100 },
  /** Kills of a worker at each step of a transfer to a seller's account, and back. */
  holderKills: { short: 1, deep: 20 },
  /** Kills of a first start, spread over the time that it takes. */
  firstStartKills: { short: 1, deep: 14 },
  databaseKills: { short: 1, deep: 12 },
  /** Heads that one address begins and never ends: in short more than it may have. */
  halfOpenHeads: { short: 300, deep: 10_000 },
  /** Seconds for which everybody attacks at once. */
  killRunSeconds: { short: 3, deep: 60 },
  /** Sessions that are created over a line that loses the first answer to each; kills under a reader of the feed. */
  cutCreates: { short: 100, deep: 1_000 },
  followedKills: { short: 1, deep: 50 },
  /** Kills of the service below a store. */
  storeKills: { short: 1, deep: 10 },
  /** Kills of shop, bridge and service at each named point in an order's way through the bridge; in short at every other point. */
  bridgeKills: { short: 1, deep: 20 },
  /** Kills of a shop with the bridge inside it, at one of twelve points after the other. */
  shopFalls: { short: 1, deep: 240 },
  /** Requests of a shop are killed at one step in so many: in short before each write, in deep behind it as well. */
  shopKillStride: { short: 2, deep: 1 },
  /** Moves of an account that trades, between two cells, with a kill before a step. */
  moves: { short: 3, deep: 50 },
  /** Rounds of a race between two that only one may win. */
  races: { short: 5, deep: 40 },
  /** Refunds at the same moment as something else, each pair so often. */
  refundRaces: { short: 1, deep: 20 },
  /** Rounds of payouts in batches, with operators, a bank and kills at the same moment. */
  batchRounds: { short: 2, deep: 60 },
  /** Batches whose processes are killed at each of their steps. */
  batchKills: { short: 1, deep: 25 },
  /** Refunds of one order at once, of which it has money for ten. */
  refundsAtOnce: { short: 30, deep: 300 },
} as const;

export type Bound = keyof typeof BOUNDS;

export const isDeep = process.env["TEST_DEPTH"] === "deep";
const depth = isDeep ? "deep" : "short";

/** How many of these this run makes. */
export const bound = (name: Bound): number => BOUNDS[name][depth];

/** The first few in short, all in deep: for what differs in its words alone. */
export const some = <One>(all: readonly One[], short: number): readonly One[] => (isDeep ? all : all.slice(0, short));

/** In short one of so many shares, dealt like cards, for stories that share what they try; all in deep. */
export const share = <One>(all: readonly One[], { nth, of }: { nth: number; of: number }): readonly One[] =>
  isDeep ? all : all.filter((_, at) => at % of === nth);

/**
 * Of a story that goes further in what a shorter one tells as well: in a browser what a request has shown, another crash, another
 * method. `npm test` leaves it out; `npm run test:wide` runs these alone, and `npm run test:deep` all.
 */
export const wide = (): { tags: string[] } => ({ tags: ["wide"] }); // a new one each time: Vitest writes on it

/** Time that a story of so many may take, in milliseconds. */
export const withinMs = (name: Bound, eachMs: number): number => 60_000 + bound(name) * eachMs;
