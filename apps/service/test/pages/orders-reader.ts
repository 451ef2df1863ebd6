/** Ada in her area: what its pages say, and what follows an action. */
import { afterAll, beforeAll, expect } from "vitest";
import { type Merchant, startWorld, type World } from "../harness.js";
import { textOf, type Visitor } from "../visitor.js";
import { ADA, signedIn } from "./orders-area.js";

export let world: World;
export let shop: Merchant;
export let ada: Visitor;

export async function read(path: string, visitor = ada): Promise<string> {
  const page = await visitor.get(path);
  expect(page.status, path).toBe(200);
  return textOf(page.html);
}

/** Follows where an action leads, and reads what is there. */
export async function readAfter(answer: { status: number; headers: Headers }): Promise<string> {
  expect(answer.status).toBe(303);
  return read(answer.headers.get("location")!);
}

/** One shop and one buyer, for a file of stories. */
export function asAda(): void {
  beforeAll(async () => {
    world = await startWorld();
    shop = await world.merchant();
    ada = await signedIn(world, ADA);
  });
  afterAll(async () => {
    await world.checkLedger();
    await world.close();
  });
}
