/** Pages of sessions and escrows as their seller reads them, without a browser. */
import { expect } from "vitest";
import type { Json, Merchant } from "../harness.js";
import { DINNER_SET } from "../pages/orders.js";
import { openSession } from "../stories.js";
import { type Page, textOf, type Visitor } from "../visitor.js";

/** What the page itself says, less the frame around it. */
export async function readPage(person: Visitor, path: string): Promise<string> {
  const page = await person.get(path);
  expect(page.status, path).toBe(200);
  return textOf(page.html.slice(page.html.indexOf("<main")));
}

/** Follows where an action leads, and reads what is there. */
export async function readAfter(person: Visitor, answer: Page): Promise<string> {
  expect(answer.status, answer.html).toBe(303);
  return readPage(person, answer.headers.get("location")!);
}

/** The ids that a list links to, in its order. */
export async function listedBy(person: Visitor, path: string): Promise<string[]> {
  const { html, status } = await person.get(path);
  expect(status, path).toBe(200);
  const of = path.split("?")[0]!;
  return [...html.matchAll(new RegExp(`<a[^>]* href="${of}/([^"/?]+)"`, "g"))]
    .map(([, id]) => id!)
    .filter((id) => id !== "new");
}

export async function confirmedBy(merchant: Merchant, email: string, order: Json = DINNER_SET): Promise<Json> {
  const session = await openSession(merchant, order);
  const reply = await merchant.post(`/test_helpers/checkout/sessions/${session["id"]}/confirm`, { buyer_email: email });
  expect(reply.status).toBe(200);
  return reply.body;
}

export const escrowPath = (home: string, escrow: Json): string => `${home}/escrows/${escrow["id"]}`;

export const submitForm = (home: string, escrow: Json, index = 0): string =>
  `${escrowPath(home, escrow)}/milestones/${escrow["milestones"][index].id}/submit`;
