/** What the load process is asked to do, and what it answers: plain data, sent between processes. */

/** One request. Each `{n}` in path, body and idempotency key becomes a serial number of {@link SERIAL_DIGITS} digits. */
export type LoadRequest = {
  readonly method: "GET" | "POST";
  readonly path: string;
  /** Empty for a page, which is asked for with the `cookie` of somebody who is signed in. */
  readonly apiKey: string;
  readonly cookie?: string;
  readonly body?: string;
  readonly idempotencyKey?: string;
};

/** Always as long, so that a body with a serial number in it has one length. */
export const SERIAL_DIGITS = 12;

export type Job = {
  /** Connections are dealt out over these ports of the local machine in turn. */
  readonly ports: readonly number[];
  /** Each keeps its connection and one request in flight. */
  readonly connections: number;
  /** Load that goes before and is not counted. */
  readonly warmUpMs: number;
  readonly measureMs: number;
  readonly requests: readonly LoadRequest[];
  /** Whether the requests start over when all were sent; else the job ends there. */
  readonly repeat: boolean;
  /**
   * All connections send at the same moment, and again when all were answered: a server that gathers requests then has the same
   * batches in every run, whatever rhythm it would fall into by itself.
   */
  readonly inWaves?: boolean;
  /** Ends the job early, after so many counted requests. */
  readonly requestsMax?: number;
};

export type Outcome = {
  /** Requests that began and ended in the measured time, were answered with 2xx, and their latencies in ms. */
  readonly requests: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** How many of `requests` were sent, warm-up included: where the next job goes on when each may be sent once. */
  readonly sent: number;
};
