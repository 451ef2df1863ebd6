/** Shops that sell while a release is replaced: whole orders, step by step, each request with what became of it. */
import { Agent, request } from "undici";
import { orderBody } from "../order.js";
import type { Served } from "../processes.js";
import { API, type SeededEscrow } from "../seed.js";
import type { Merchant } from "../world.js";

const LANES = 4;

export type Asked = {
  /** When it was sent, and how long the answer took, in milliseconds. */
  readonly at: number;
  readonly ms: number;
  readonly what: string;
  /** Null without an answer. */
  readonly status: number | null;
};

export type UpgradeLoad = {
  readonly asked: readonly Asked[];
  /** From the next request on, in turns. */
  sellThrough(processes: readonly Served[]): Promise<void>;
  stop(): Promise<void>;
};

type Order = { readonly session?: string; readonly escrow?: string; readonly milestone?: string };
type Step = { readonly what: string; readonly path: (order: Order) => string; readonly body?: string };

const STEPS: readonly Step[] = [
  { what: "confirm", path: ({ session }) => `test_helpers/checkout/sessions/${session}/confirm` },
  { what: "pay", path: ({ escrow }) => `test_helpers/escrows/${escrow}/payments` },
  {
    what: "submit",
    path: ({ escrow, milestone }) => `escrows/${escrow}/milestones/${milestone}/submit`,
    body: JSON.stringify({ submission_details: "DHL 4410 8823 7712" }),
  },
  {
    what: "approve",
    path: ({ escrow, milestone }) => `test_helpers/escrows/${escrow}/milestones/${milestone}/approve`,
  },
];

export function openUpgradeLoad({ apiKey }: Merchant, first: Served): UpgradeLoad {
  const asked: Asked[] = [];
  const agent = new Agent({ connections: LANES });
  let processes: readonly Served[] = [first];
  let isOver = false;
  let turn = 0;
  let orders = 0;
  const underWay = new Set<Promise<unknown>>();

  async function ask(what: string, path: string, body = "{}"): Promise<{ readonly id: string } | null> {
    turn += 1;
    const port = processes[turn % processes.length]?.port;
    const at = performance.now();
    const note = (status: number | null): void => void asked.push({ at, ms: performance.now() - at, what, status });
    try {
      const { statusCode, body: answer } = await request(`http://127.0.0.1:${port}${API}/${path}`, {
        method: "POST",
        dispatcher: agent,
        headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
        body,
      });
      const told: unknown = await answer.json();
      note(statusCode);
      return statusCode < 300 ? (told as { readonly id: string }) : null;
    } catch {
      note(null);
      return null;
    }
  }
  const tracked: typeof ask = (...given) => {
    const asking = ask(...given);
    underWay.add(asking);
    return asking.finally(() => underWay.delete(asking));
  };
  async function sellOne(): Promise<void> {
    orders += 1;
    const body = orderBody({ reference: `UPGRADE-${orders}`, milestones: 1 });
    const session = await tracked("create", "checkout/sessions", body);
    let order: Order = { ...(session === null ? {} : { session: session.id }) };
    for (const { what, path, body: given } of STEPS) {
      if (order.session === undefined) return;
      const answer = await tracked(what, path(order), given);
      if (answer === null) return;
      const escrow = answer as SeededEscrow;
      if (what === "confirm") order = { ...order, escrow: escrow.id, milestone: escrow.milestones[0]?.id ?? "" };
    }
  }
  const lane = async (): Promise<void> => {
    while (!isOver) await sellOne();
  };
  const lanes = Array.from({ length: LANES }, lane);
  return {
    asked,
    sellThrough: async (next) => {
      processes = next;
      await Promise.all(underWay);
    },
    stop: async () => {
      isOver = true;
      await Promise.all(lanes);
      await agent.close();
    },
  };
}
