/** A buyer, a seller's team and an operator around one order, and what they write to each other. */
import { expect } from "vitest";
import { uuidv7 } from "../../src/platform/random.js";
import { consoleOf } from "../console/seller.js";
import { postFiles } from "../console/upload.js";
import type { Json, Merchant, World } from "../harness.js";
import { cookieOf, orderPath, type SentFile } from "../pages/orders-area.js";
import { type Page, textOf, type Visitor } from "../visitor.js";

export type Channel = "messages" | "questions";

export const inConsole = (shop: Merchant, escrow: Json): string => `${consoleOf(shop)}/escrows/${escrow["id"]}`;
export const atDesk = (shop: Merchant, escrow: Json): string => `/desk/orders/${shop.sellerCode}/${escrow["id"]}`;

export type Said = { readonly text: string; readonly files?: readonly SentFile[]; readonly id?: string };

export function stageOf(world: World, shop: Merchant) {
  const write = (visitor: Visitor, path: string, { text, files = [], id = uuidv7() }: Said): Promise<Page> =>
    postFiles(world, visitor, { path, fields: { id, message: text }, files });
  return {
    /** A buyer writes to the seller, or answers an operator. */
    asBuyer: (buyer: Visitor, escrow: Json, said: Said, to: Channel = "messages") =>
      write(buyer, `${orderPath(shop, escrow)}/${to}`, said),
    /** A member writes to the buyer, or answers an operator. */
    asSeller: (member: Visitor, escrow: Json, said: Said, to: Channel = "messages") =>
      write(member, `${inConsole(shop, escrow)}/${to}`, said),
    ask: (operator: Visitor, escrow: Json, to: "buyer" | "merchant", text: string, rest: Record<string, string> = {}) =>
      operator.post(`${atDesk(shop, escrow)}/questions`, { id: uuidv7(), to, text, ...rest }),
    /** Mails about what was written, oldest first. */
    mailsOf: (escrow: Json) =>
      world.db.query<{ recipient: string; template: string; params: Json }>({
        name: "test: mails of messages",
        text: `select recipient, template, params from mails
          where params ->> 'escrow' = $1 and template ~ 'order_(message|question)$' order by id`,
        values: [escrow["id"]],
      }),
    messagesOf: (escrow: Json) =>
      world.db.query<Json>({
        name: "test: messages",
        text: `select channel, author, text, is_mailed, read_at is not null as is_read, answered_at is not null as is_answered,
            erased_at is not null as is_erased
          from order_messages where escrow_id = $1 order by number`,
        values: [escrow["id"]],
      }),
    download: (visitor: Visitor, path: string): Promise<Response> =>
      fetch(world.url + path, { headers: { Cookie: cookieOf(visitor) }, redirect: "manual" }),
  };
}

export async function read(visitor: Visitor, path: string): Promise<string> {
  const page = await visitor.get(path);
  expect(page.status, path).toBe(200);
  return textOf(page.html.slice(page.html.indexOf("<main")));
}

/** Follows where an action leads, and reads what is there. */
export async function readAfter(visitor: Visitor, answer: Page): Promise<string> {
  expect(answer.status, textOf(answer.html)).toBe(303);
  return read(visitor, (answer.headers.get("location") ?? "").replace(/#.*$/, ""));
}

export const fileLinks = (html: string): readonly string[] => [
  ...new Set([...html.matchAll(/href="([^"]+\/files\/[^"]+)"/g)].map(([, href = ""]) => href)),
];
