/** Serves an adapter of ours, with what its stage plays, by the protocol: so the protocol can say all that the port can. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { PROVIDER_PROTOCOL } from "@holdfast/contract";
import { expect } from "vitest";
import type { Payee } from "../../../src/domain/payouts.js";
import { unixSeconds } from "../../../src/platform/clock.js";
import { keysOf, problemOfSignature, signedHeaders } from "../../../src/providers/http/signature.js";
import type { Adapter, Asked } from "../../../src/providers/port.js";
import { cents } from "../../payments/desk.js";
import type { Fate, Stage, StatementFault } from "../stage.js";
import { operationAt, problemOf } from "./judge.js";
import {
  balanceOut,
  booksOut,
  cancelledOut,
  capabilityOut,
  createdOut,
  disputeOut,
  disputesOut,
  foundOut,
  type Json,
  lineOut,
  NOBODY_KNOWS,
  paidOut,
  reportOut,
} from "./wire.js";

export type Served = { readonly url: string; close(): Promise<void> };

/** Below a path, as a real one may be. */
const PREFIX = "/adapter";

/** @param given.stage plays what the adapter can't: payers and faults. */
export async function serveAdapter({
  adapter,
  stage,
  secret,
}: {
  readonly adapter: Adapter;
  readonly stage: Stage;
  readonly secret: string;
}): Promise<Served> {
  const keys = keysOf([secret]);
  const server = createServer((request, response) => void respond(request, response));
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET", url = "/", headers } = request;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const id = String(headers["webhook-id"]);
    const isSigned = problemOfSignature(keys, { headers, body, now: unixSeconds() }) === null;
    if (!isSigned || !id.startsWith(`${method}:${url}:`)) return void response.writeHead(401).end();
    const said = await answer(method, new URL(url.slice(PREFIX.length), origin), body);
    if (said === NOBODY_KNOWS) return void response.writeHead(503).end();
    const text = JSON.stringify(said);
    const signed = signedHeaders(keys, { id, seconds: unixSeconds(), body: text });
    response.writeHead(200, { "content-type": "application/json", ...signed }).end(text);
  }

  async function answer(method: string, url: URL, bytes: Buffer): Promise<Json | typeof NOBODY_KNOWS> {
    const operation = operationAt(method, url.pathname);
    if (operation === null) throw new Error(`the protocol has no ${method} ${url.pathname}`);
    const body = bytes.length === 0 ? {} : (JSON.parse(bytes.toString("utf8")) as Json);
    if (operation.body !== undefined) expect(problemOf(operation, "request", body)).toBeNull();
    const [name = ""] = operation.names;
    const said = await routes[operation.id as keyof typeof routes]({ name, body, query: url.searchParams });
    if (said !== NOBODY_KNOWS) expect(problemOf(operation, "answer", said)).toBeNull();
    return said;
  }

  type Question = { readonly name: string; readonly body: Json; readonly query: URLSearchParams };
  type Said = Promise<Json | typeof NOBODY_KNOWS>;
  const asked = { at: 0, lastAt: 0, now: 0, theirId: null, data: {} } as Asked;
  const moneyOf = (body: Json) => ({ amount: cents(String(body["amount"])), currency: String(body["currency"]) });
  const done = async (work: Promise<unknown> | undefined): Said => {
    await work;
    return { kind: "done" };
  };

  const routes = {
    capabilities: async (): Said => ({
      kind: "capabilities",
      protocol: PROVIDER_PROTOCOL,
      mode: "test",
      account: "of the sandbox",
      capabilities: adapter.capabilities.map(capabilityOut),
      books: booksOut(adapter),
      disputes: disputesOut(adapter),
      pay_pages: adapter.payPages?.() ?? [],
      problems: [],
      test: {
        plays: [
          ...(stage.decline === undefined ? [] : ["decline"]),
          ...(stage.transfer === undefined ? [] : ["transfer"]),
          ...(stage.setCurrency === undefined ? [] : ["currency"]),
          ...(stage.dispute === undefined ? [] : ["dispute"]),
          ...(stage.setFloat === undefined ? [] : ["available"]),
        ],
        payee: stage.payee ?? null,
      },
    }),
    createPayment: async ({ body }: Question): Said => createdOut(await adapter.createPayment(orderIn(body), asked)),
    findPayment: async ({ name }: Question): Said =>
      foundOut(
        await adapter.findPayment(orderIn({ reference: name, amount: "0.00" }), asked),
        await adapter.lookUp(name, asked),
      ),
    cancelPayment: async ({ name }: Question): Said => cancelledOut(await adapter.cancelPayment(name, asked)),
    refund: async ({ body }: Question): Said => paidOut(await adapter.refund(refundIn(body), asked)),
    findRefund: async ({ name }: Question): Said =>
      paidOut(await adapter.lookUpRefund(refundIn({ reference: name, amount: "0.00" }), asked)),
    payout: async ({ body }: Question): Said =>
      paidOut(
        await adapter.payout(
          { reference: String(body["reference"]), ...moneyOf(body), payee: body["payee"] as Payee },
          asked,
        ),
      ),
    findPayout: async ({ name }: Question): Said => {
      const order = { reference: name, amount: cents("0.00"), currency: "USD", payee: stage.payee as Payee };
      return paidOut(await adapter.lookUpPayout(order, asked));
    },
    checkPayee: async ({ body }: Question): Said => {
      const checked = await adapter.checkPayee(body["payee"] as Payee);
      return checked.kind === "unreachable" ? NOBODY_KNOWS : { ...checked };
    },
    findDispute: async ({ name }: Question): Said => {
      const found = await adapter.disputes?.lookUp(name);
      if (found === undefined || found.kind === "unreachable") return NOBODY_KNOWS;
      return found.kind === "unknown" ? { ...found } : { kind: "known", report: disputeOut(found.report) };
    },
    sendEvidence: async ({ name, body }: Question): Said => {
      const files = body["files"] as readonly { name: string; type: string; content: string }[];
      const taken = await adapter.disputes?.answer({
        theirId: name,
        product: String(body["product"]),
        buyer: body["buyer"] as { name: string | null; email: string },
        deliveredOn: body["delivered_on"] as string | null,
        story: String(body["story"]),
        files: files.map((file) => ({ ...file, content: Buffer.from(file.content, "base64") })),
      });
      return taken === undefined || taken.kind === "unreachable" ? NOBODY_KNOWS : { ...taken };
    },
    statement: async ({ query }: Question): Said => {
      const page = await adapter.statement(Number(query.get("from")), query.get("cursor"));
      if (page.kind === "unreachable") return NOBODY_KNOWS;
      return { kind: "page", lines: page.lines.map(lineOut), cursor: page.cursor, has_more: page.hasMore };
    },
    balance: async (): Said => {
      const lying = await adapter.balance();
      if (lying.kind === "unreachable") return NOBODY_KNOWS;
      return { kind: "balance", available: balanceOut(lying.available), pending: balanceOut(lying.pending) };
    },
    testPay: async ({ name, body }: Question): Said => {
      const { amount } = body;
      const isPaid = amount === undefined ? await stage.pay(name) : await stage.transfer?.(name, cents(String(amount)));
      return { kind: isPaid === true ? "done" : "refused" };
    },
    testDecline: ({ name }: Question): Said => done(stage.decline?.(name)),
    testDispute: async ({ name, body }: Question): Said => {
      const id = `dispute-${name}`;
      switch (body["deed"]) {
        case "inquire":
        case "open":
          await stage.dispute?.open(name, body["deed"] === "inquire" ? "inquiry" : "opened");
          break;
        default:
          await stage.dispute?.decide(id, body["deed"] === "win" ? "won" : "lost");
      }
      return { kind: "done", id };
    },
    testEvidence: async ({ name }: Question): Said => {
      const evidence = (await stage.dispute?.evidence(name)) ?? null;
      return evidence === null ? { kind: "unknown" } : { kind: "evidence", ...evidence };
    },
    testLineFault: ({ name, body }: Question): Said =>
      done(stage.faultStatement?.(name, body["fault"] as StatementFault)),
    testConditions: async ({ body }: Question): Said => {
      const { refunds, payouts, available, currency, fault } = body as Readonly<Record<string, string | null>>;
      if (refunds != null) await stage.setRefunds(refunds as Fate);
      if (payouts != null) await stage.setPayouts?.(payouts as Fate);
      if (available !== undefined) await stage.setFloat?.(available === null ? null : cents(available));
      if (currency != null) await stage.setCurrency?.(currency);
      if (fault !== undefined) await stage.fault(fault as "lost" | null);
      return { kind: "done" };
    },
    testAdvance: ({ body }: Question): Said => done(stage.advance(Number(body["seconds"]))),
    testMade: async ({ name }: Question): Said => ({ kind: "made", amounts: await stage.made(name) }),
    testCallbacks: async ({ name }: Question): Said => {
      const notices = name.startsWith("dispute-")
        ? [await stage.dispute?.notice(name)].filter((one) => one !== undefined)
        : await stage.notices(name);
      const told = await Promise.all(notices.map((one) => adapter.verifyCallback(one)));
      return {
        kind: "callbacks",
        callbacks: told.map((one, nth) => {
          const body = JSON.stringify({ reports: one.kind === "genuine" ? one.reports.map(reportOut) : [] });
          const id = `${name}-${nth}`;
          const { "webhook-signature": signature } = signedHeaders(keys, { id, seconds: unixSeconds(), body });
          return { id, timestamp: unixSeconds(), signature, body };
        }),
      };
    },
  };

  const orderIn = (body: Json) => ({
    reference: String(body["reference"]),
    method: body["method"] as "card",
    ...moneyOf(body),
    phone: (body["phone"] ?? null) as string | null,
    network: (body["network"] ?? null) as string | null,
    email: String(body["email"]),
    description: String(body["description"]),
    language: String(body["language"]),
    returnUrl: String(body["return_url"]),
    cancelUrl: String(body["cancel_url"]),
    expiresAt: Number(body["expires_at"]),
  });
  const refundIn = (body: Json) => ({
    reference: String(body["reference"]),
    payment: String(body["payment"]),
    method: body["method"] as "card",
    ...moneyOf(body),
  });

  return {
    url: origin + PREFIX,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
