/** Sign-in by code, as a file of stories meets it: visitors that wait for a code, and what their pages say. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { uuidv7 } from "../../src/platform/random.js";
import { sweepSignIns } from "../../src/store/identity/buyers.js";
import { sweepApart } from "../../src/store/identity/buyers-apart.js";
import { startWorld, type World } from "../harness.js";
import { lastCode, newVisitor, sqlOf, type Visitor } from "../visitor.js";

export const WORLD_KEY = randomBytes(32);
export let world: World;
/** Nobody sweeps here but the tests. */

export const sql = sqlOf(() => world);

export const newEmail = (): string => `ada.${uuidv7()}@example.com`;

/** Somebody whose code is under way. */
export async function waiting(email = newEmail()): Promise<{ visitor: Visitor; email: string; code: string }> {
  const visitor = newVisitor(world);
  expect((await visitor.post("/sign-in", { email })).status).toBe(303);
  return { visitor, email, code: await lastCode(world, email) };
}

export const other = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

export async function isSignedIn(visitor: Visitor): Promise<boolean> {
  const { status, html } = await visitor.get("/sign-in");
  expect(status).toBe(200);
  return html.includes('action="/sign-out"');
}

/** What the page says after an attempt. */
export async function alertOf(visitor: Visitor): Promise<string | null> {
  const { html } = await visitor.get("/sign-in");
  return /role="alert"[^>]*>.*?<span[^>]*>(.*?)<\/span>/.exec(html)?.[1] ?? null;
}

/** Forgets what has run out. */
export async function sweep(): Promise<void> {
  await sweepSignIns(world.db);
  if (world.people !== world.db) await sweepApart(world.people);
}

/** All codes run out: where they are looked at, and where their mails are. */
export async function endCodes(): Promise<void> {
  const text = "update sign_in_challenges set expires_at = clock_timestamp()";
  await Promise.all([world.db, world.people].map((db) => db.query({ name: "test: end codes", text })));
}

export function inAWorld(): void {
  beforeAll(async () => {
    world = await startWorld({ role: "web", secretKey: WORLD_KEY });
  });
  afterAll(() => world?.close());
  beforeEach(() => sql("delete from sign_in_windows"));
}
