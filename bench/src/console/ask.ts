import { Agent, request } from "undici";
import type { World } from "../world.js";
import type { LargeAccount } from "./account.js";

/** The median over the repetitions of a page must not be above it. */
export const LIMIT_MS = 50;
const WARM_UP = 2;
const REPETITIONS = 15;

const agent = new Agent({ connections: 1 });

/** How long a page takes, one request after the other: the first, and those after the warm-up, in milliseconds. */
export async function ask(
  { service }: World,
  { cookie }: LargeAccount,
  path: string,
): Promise<{ readonly first: number; readonly times: readonly number[] }> {
  const times: number[] = [];
  for (let turn = 0; turn < 1 + WARM_UP + REPETITIONS; turn += 1) {
    const began = performance.now();
    const { statusCode, body } = await request(`http://127.0.0.1:${service.port}${path}`, {
      dispatcher: agent,
      headers: { cookie, accept: "text/html" },
    });
    await body.text();
    times.push(performance.now() - began);
    if (statusCode !== 200) throw new Error(`GET ${path} was answered with ${statusCode}`);
  }
  return { first: times[0] ?? 0, times: times.slice(1 + WARM_UP) };
}
