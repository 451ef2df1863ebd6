/** Pages that two revisions are compared by: no floor stands beside them. */
import { type Page, pagesOf } from "./console/pages.js";
import type { Operation } from "./operations.js";
import type { Run } from "./rounds.js";
import type { Target, World } from "./world.js";

const ESCROWS = 1_000;
const CONNECTIONS = 2;
/** Addresses of a page that are asked for in turn. */
const PATHS = 100;

const NAMES = [
  "checkout, of a stranger",
  "checkout, signed in",
  "order",
  "console, overview",
  "console, escrows",
  "console, escrow",
] as const;

const prepared = new WeakMap<Target, Promise<readonly Page[]>>();

function pagesAt(target: Target): Promise<readonly Page[]> {
  const known = prepared.get(target) ?? pagesOf(target, ESCROWS);
  prepared.set(target, known);
  return known;
}

function opening(world: World, { served }: Target, { cookie, path }: Page): Run {
  const requests = Array.from(
    { length: PATHS },
    (_, index) => ({ method: "GET", path: path(index), apiKey: "", cookie }) as const,
  );
  return (time) => world.measure([served], { connections: CONNECTIONS, ...time, requests, repeat: true });
}

export const PAGE_OPERATIONS: readonly Operation[] = NAMES.map((name) => ({
  what: `page: ${name}, c=${CONNECTIONS}`,
  prepare: async (world, target) => {
    const page = (await pagesAt(target)).find((one) => one.name === name);
    if (page === undefined) throw new Error(`there is no page ${name}`);
    const service = opening(world, target, page);
    return { floor: service, service };
  },
}));
