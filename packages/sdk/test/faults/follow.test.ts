/** A reader of the feed outlives the service: every event once, in order, over kills under load. */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bound, withinMs } from "../../../../apps/service/test/bounds.js";
import { until } from "../../../../apps/service/test/process/launch.js";
import { ApiError, Holdfast } from "../../src/index.js";
import { type Deployment, openDeployment, persist } from "../deployment.js";
import { ORDER } from "../shop.js";

let deployment: Deployment;
beforeAll(async () => {
  deployment = await openDeployment({});
});
afterAll(() => deployment.close());

const KILLS = bound("followedKills");

test(
  `a reader loses and repeats nothing over ${KILLS} kills, and goes on where another stopped`,
  async () => {
    const { line, apiKey } = deployment;
    const holdfast = new Holdfast({ apiKey, baseUrl: line.baseUrl });
    const leaving = new AbortController();
    const told: string[] = [];
    const positions: string[] = [];
    const following = (async () => {
      for await (const { event, position } of holdfast.events.follow({ signal: leaving.signal, pollMs: 20 })) {
        told.push(event.id);
        positions.push(position);
      }
    })();

    let sold = 0;
    let isOver = false;
    const selling = (async () => {
      for (let order = 1; !isOver; order += 1) {
        const { id } = await persist(() => holdfast.sessions.create(ORDER, { idempotencyKey: `order ${order}` }));
        await persist(() => holdfast.sessions.expire(id));
        sold = order;
        await sleep(2);
      }
    })();
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const enough = sold + 5 + (kill % 7);
      await until(() => sold >= enough && told.length > 0, "some orders come and go");
      await deployment.kill();
    }
    isOver = true;
    await selling;

    const feed: string[] = [];
    for await (const { id } of holdfast.events.list({ limit: 100 })) feed.unshift(id);
    expect(feed).toHaveLength(sold);
    await until(() => told.length >= feed.length, "the reader has read it all");
    leaving.abort();
    await following;
    expect(told).toEqual(feed);
    expect(positions).toEqual(feed);

    const middle = Math.floor(feed.length / 2);
    const rest: string[] = [];
    for await (const { event } of holdfast.events.follow({ after: feed[middle - 1]! })) {
      rest.push(event.id);
      if (rest.length === feed.length - middle) break;
    }
    expect(rest).toEqual(feed.slice(middle));
  },
  withinMs("followedKills", 15_000),
);

test("what waiting does not mend ends the reader with an error, and a signal without one", async () => {
  const stranger = new Holdfast({ apiKey: "hf_nobody_nothing", baseUrl: deployment.line.baseUrl });
  await expect(stranger.events.follow().next()).rejects.toMatchObject({ code: "unauthenticated" });
  const holdfast = new Holdfast({ apiKey: deployment.apiKey, baseUrl: deployment.line.baseUrl });
  const elsewhere = holdfast.events.follow({ after: "evt_none" }).next();
  await expect(elsewhere).rejects.toBeInstanceOf(ApiError);
  const left = holdfast.events.follow({ signal: AbortSignal.abort() }).next();
  expect(await left).toEqual({ done: true, value: undefined });
});
