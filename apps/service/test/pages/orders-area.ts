/** Buyers with orders, and how they send forms with files. */
import { expect } from "vitest";
import type { Json, Merchant, World } from "../harness.js";
import { openSession } from "../stories.js";
import { csrfOf, newVisitor, type Page, type Visitor } from "../visitor.js";

export const ADA = "ada@example.com";

export const orderPath = (shop: Merchant, escrow: Json): string => `/orders/${shop.sellerCode}/${escrow["id"]}`;

export const actionPath = (shop: Merchant, escrow: Json, verb: string, index = 0): string =>
  `${orderPath(shop, escrow)}/milestones/${escrow["milestones"][index].id}/${verb}`;

/** A session that this buyer confirmed. */
export async function confirmedBy(shop: Merchant, email: string, order: Json): Promise<Json> {
  const session = await openSession(shop, order);
  const path = `/test_helpers/checkout/sessions/${session["id"]}/confirm`;
  const reply = await shop.post(path, { buyer_email: email });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
}

export async function fundedBy(shop: Merchant, email: string, order: Json): Promise<Json> {
  const escrow = await confirmedBy(shop, email, order);
  const reply = await shop.post(`/test_helpers/escrows/${escrow["id"]}/payments`, {});
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
}

export async function signedIn(world: World, email: string): Promise<Visitor> {
  const visitor = newVisitor(world);
  await visitor.signIn(email);
  return visitor;
}

/** The order as the API shows it. */
export async function escrowNow(shop: Merchant, escrow: Json): Promise<Json> {
  const reply = await shop.get(`/escrows/${escrow["id"]}`);
  expect(reply.status).toBe(200);
  return reply.body;
}

export type SentFile = { readonly name: string; readonly content: Uint8Array; readonly type?: string };

export const cookieOf = ({ cookies }: Visitor): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");

/** Sends the form of a dispute as a browser does: the token, the words, then the files. */
export async function sendDispute(
  world: World,
  visitor: Visitor,
  { path, reason, files, csrf }: { path: string; reason: string; files: readonly SentFile[]; csrf?: string },
): Promise<Page> {
  const form = new FormData();
  form.append("csrf", csrf ?? csrfOf((await visitor.get("/sign-in")).html));
  form.append("reason", reason);
  if (files.length === 0) form.append("evidence", new File([], ""));
  for (const { name, content, type } of files) {
    form.append("evidence", new File([Buffer.from(content)], name, { type: type ?? "application/octet-stream" }));
  }
  const response = await fetch(world.url + path, {
    method: "POST",
    body: form,
    redirect: "manual",
    headers: { Cookie: cookieOf(visitor), Origin: world.url, Accept: "text/html" },
  });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

/** A PNG of one pixel. */
export const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
/** One segment of tables and an end: a picture without anything beside it. */
export const JPEG = Buffer.concat([
  Buffer.from([0xff, 0xd8, 0xff, 0xdb, 0, 202]),
  Buffer.alloc(200, 7),
  Buffer.from([0xff, 0xd9]),
]);
export const PDF = Buffer.from("%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n");
export const WEBP = Buffer.from(`RIFF\x24\x00\x00\x00WEBPVP8 \x18\x00\x00\x00${"\x00".repeat(24)}`, "latin1");
export const NOTE = Buffer.from("Two of the bowls arrived cracked.\nDie zweite Schüssel auch.\n");
