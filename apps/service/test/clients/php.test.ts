/** The PHP package against the service: whole orders, lost answers, refusals, and webhooks as they really arrive. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { API_PATH } from "@holdfast/contract";
import { afterAll, beforeAll, describe, expect, type TestContext, test } from "vitest";
import { freePort, serve } from "../console/receiver.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { ROOT } from "../process/launch.js";
import { needs } from "../programs.js";
import { allEvents, asBuyer, confirmed, funded, ORDER } from "../stories.js";
import { listen, openStreet, type Street } from "../webhooks/shop.js";
import { drive, stopDrivers } from "./driver.js";
import { type Delivery, FORGED, GENUINE } from "./signatures.js";
import { openCuttingLine, openScripted } from "./unreliable.js";

const TESTS = join(ROOT, "packages/php/test");

type Answer = { readonly value?: any; readonly isReplayed?: boolean } & Json;
type Php = (name: string, ...args: readonly unknown[]) => Promise<Answer>;

/** A PHP process with a client of its own; each call is answered before the next is sent. */
function client(origin: string, key: string, options: Json = {}): Php {
  const ask = drive("php", [join(TESTS, "driver.php"), origin + API_PATH, key, JSON.stringify(options)]);
  return (name, ...given) => ask([name, given]);
}

let world: World;
let shop: Merchant;
let street: Street;
beforeAll(async () => {
  street = await openStreet();
  world = await startWorld({ webhookAllowedOrigins: [street.origin] });
  shop = await world.merchant();
});
afterAll(async () => {
  stopDrivers();
  await street.close();
  await world.checkLedger();
  await world.close();
});

describe("a client", () => {
  test("takes an order from session to COMPLETED, and reads all that happened", async (context) => {
    needs(context, "php");
    const php = client(world.url, shop.apiKey);
    expect((await php("account.get")).value).toMatchObject({ object: "account", seller_code: shop.sellerCode });

    const order = { ...ORDER, external_reference: "NW-1", metadata: [] };
    const session = await php("sessions.create", order, "NW-1");
    expect(session).toMatchObject({ isReplayed: false, value: { status: "OPEN", external_reference: "NW-1" } });
    expect(session["requestId"]).toMatch(/^req_/);
    const again = await php("sessions.create", order, "NW-1");
    expect(again).toMatchObject({ isReplayed: true, value: { id: session.value.id } });
    expect((await php("sessions.get", session.value.id)).value.url).toBe(session.value.url);
    const listed = await php("sessions.list", "NW-1");
    expect(listed.value.map(({ id }: Json) => id)).toEqual([session.value.id]);

    const escrow = (await shop.post(`/test_helpers/checkout/sessions/${session.value.id}/confirm`, {})).body;
    await shop.post(`/test_helpers/escrows/${escrow["id"]}/payments`, {});
    expect((await php("escrows.get", escrow["reference_code"])).value.status).toBe("IN_ESCROW");
    const milestone = escrow["milestones"][0].id;
    const submitted = await php("milestones.submit", escrow["id"], milestone, "DHL 4410");
    expect(submitted.value.status).toBe("WORK_IN_PROGRESS");
    const repeated = await php("milestones.submit", escrow["id"], milestone, "DHL 4410");
    expect(repeated.value.milestones[0]).toMatchObject({ status: "AWAITING_REVIEW", submission_details: "DHL 4410" });
    await asBuyer(shop, escrow, "approve");
    const completed = await php("escrows.list", "COMPLETED");
    expect(completed.value.map(({ id }: Json) => id)).toEqual([escrow["id"]]);

    const [first, ...later] = (await allEvents(shop)).map(({ id }) => id);
    expect((await php("collect", "events.after", [first], 100)).value).toEqual(later);
    expect((await php("collect", "events.after", [null], 100)).value).toEqual([first, ...later]);
    const nobody = client(world.url, (await world.merchant()).apiKey);
    expect((await nobody("collect", "events.after", [null], 100)).value).toEqual([]);
  });

  test("goes through a list page by page, and stops at its end", async (context) => {
    needs(context, "php");
    const seller = await world.merchant();
    const php = client(world.url, seller.apiKey);
    const made: string[] = [];
    for (let order = 0; order < 5; order += 1)
      made.unshift((await php("sessions.create", ORDER, `order ${order}`)).value.id);
    const all = await php("collect", "sessions.list", { limit: 2 }, 100);
    expect(all.value).toEqual(made);
    expect((await php("collect", "sessions.list", { limit: 2 }, 3)).value).toEqual(made.slice(0, 3));
    const expired = await php("sessions.expire", made[0]);
    expect(expired.value).toMatchObject({ status: "EXPIRED", url: null });
  });

  test("creates each session once, and submits once, though the answer to every first POST is lost", async (context) => {
    needs(context, "php");
    const seller = await world.merchant();
    const line = await openCuttingLine(world.url);
    const php = client(line.origin, seller.apiKey);
    const ids = new Set<string>();
    for (let order = 0; order < 4; order += 1) {
      const { value } = await php("sessions.create", ORDER, ...(order % 2 === 0 ? [`order ${order}`] : []));
      ids.add(value.id);
    }
    const kept = await seller.get("/checkout/sessions");
    expect(new Set(kept.body["data"].map(({ id }: Json) => id))).toEqual(ids);
    expect(ids.size).toBe(4);

    const escrow = await funded(seller);
    const { value } = await php("milestones.submit", escrow["id"], escrow["milestones"][0].id, "DHL 4410");
    expect(value.milestones[0].status).toBe("AWAITING_REVIEW");
    const types = (await allEvents(seller)).map(({ type }) => type as string);
    expect(types.filter((type) => type === "escrow.milestone.submitted")).toHaveLength(1);
    await line.close();
  });
});

describe("a refusal", () => {
  test("is an exception of its kind, with code, details and request id", async (context) => {
    needs(context, "php");
    const php = client(world.url, shop.apiKey);
    const thrown = async (promise: Promise<Answer>): Promise<unknown[]> => {
      const { thrown: name, code, status, requestId } = await promise;
      if (status !== null) expect(requestId).toMatch(/^req_/);
      return [name, code, status];
    };
    const invalid = await php("sessions.create", { title: "", amount: "1.5" });
    expect(invalid["details"]).toMatchObject({ title: [expect.any(String)], amount: [expect.any(String)] });
    expect(await thrown(php("sessions.create", {}))).toEqual(["ValidationException", "validation_failed", 400]);
    expect(await thrown(php("sessions.get", "cs_none/../account"))).toEqual(["NotFoundException", "not_found", 404]);
    const stranger = client(world.url, "hf_nobody");
    expect(await thrown(stranger("account.get"))).toEqual(["AuthenticationException", "unauthenticated", 401]);

    const escrow = await confirmed(shop);
    const milestone = escrow["milestones"][0].id;
    const early = php("milestones.submit", escrow["id"], milestone, "DHL");
    expect(await thrown(early)).toEqual(["ConflictException", "escrow_not_funded", 409]);
    await php("sessions.create", ORDER, "taken");
    const conflict = php("sessions.create", { ...ORDER, amount: "1.00" }, "taken");
    expect(await thrown(conflict)).toEqual(["ConflictException", "idempotency_conflict", 409]);
    const completed = await thrown(php("sessions.expire", escrow["checkout_session"]));
    expect(completed).toEqual(["ConflictException", "session_completed", 409]);
    const forged = php("sessions.create", ORDER, "one\r\nX-Other: two");
    expect(await thrown(forged)).toEqual(["InvalidArgumentException", null, null]);
    // Left out, it would make a session for each try.
    for (const key of ["", " "])
      expect(await thrown(php("sessions.create", ORDER, key))).toEqual([
        "ValidationException",
        "validation_failed",
        400,
      ]);
  });

  test("of a key that no header can hold does not repeat it", async (context) => {
    needs(context, "php");
    const keys = ["", "hf_key\n", "hf_key\r\nX-Other: 1", " hf_key", "hf_kéy"];
    const made = keys.map(
      (key) =>
        `try { new Holdfast\\Client(${JSON.stringify(key)}, 'http://x'); } catch (InvalidArgumentException $e) { echo $e->getMessage(), "\\n"; }`,
    );
    const program = ["require $argv[1];", ...made].join("\n");
    const { stdout } = await promisify(execFile)("php", ["-r", program, join(ROOT, "packages/php/autoload.php")]);
    const [missing, ...others] = stdout.trimEnd().split("\n");
    expect(missing).toBe("The API key is missing.");
    expect(others).toHaveLength(4);
    expect(new Set(others)).toEqual(
      new Set(["The API key has a blank, a line break or another character that no key has."]),
    );
  });

  test("of other details for a milestone that is submitted already stays one", async (context) => {
    needs(context, "php");
    const php = client(world.url, shop.apiKey);
    const escrow = await funded(shop);
    const milestone = escrow["milestones"][0].id;
    await php("milestones.submit", escrow["id"], milestone, "DHL 1");
    expect(await php("milestones.submit", escrow["id"], milestone, "DHL 2")).toMatchObject({
      thrown: "ConflictException",
      code: "invalid_state",
    });
  });

  const outcomes = [
    { statuses: [500, 503], asked: 3, thrown: undefined },
    { statuses: [429, 429, 429], asked: 3, thrown: "RateLimitException" },
    { statuses: [503, 500, 503], asked: 3, thrown: "ServerException" },
    { statuses: [409], asked: 1, thrown: "ConflictException" },
    { statuses: [502], asked: 1, thrown: "ServerException" },
    { statuses: [418], asked: 1, thrown: "ApiException" },
  ];
  test.for(outcomes)("$statuses: asked $asked times", async ({ statuses, asked, thrown }, context) => {
    needs(context as TestContext, "php");
    const server = await openScripted(statuses, { "Retry-After": "0" });
    const answer = await client(server.origin, "hf_key")("account.get");
    expect(answer["thrown"]).toBe(thrown);
    expect(answer["code"]).toBe(thrown === undefined ? undefined : `code_${statuses.at(-1)}`);
    expect(server.asked).toHaveLength(asked);
    expect(server.asked[0]!.headers).toMatchObject({ authorization: "Bearer hf_key", "escrow-version": "2026-09-01" });
    await server.close();
  });

  test("that asks for more patience than there is comes at once; an answer that never comes is waited for so long", async (context) => {
    needs(context, "php");
    const server = await openScripted([429], { "Retry-After": "60" });
    const limited = await client(server.origin, "hf_key", { totalSeconds: 5 })("account.get");
    expect([limited["thrown"], server.asked.length]).toEqual(["RateLimitException", 1]);
    await server.close();
    const nobody = `http://127.0.0.1:${await freePort()}`;
    const gone = await client(nobody, "hf_key", { retriesMax: 1 })("account.get");
    expect(gone).toMatchObject({ thrown: "ConnectionException", message: expect.stringContaining("GET /account") });
  });
});

describe("the verifier", () => {
  let php: Php | null = null;
  const verify = ({ body, headers, secrets, now }: Delivery): Promise<Answer> => {
    php ??= client("http://127.0.0.1:9", "hf_key");
    return php("verify", Buffer.from(body).toString("base64"), headers, secrets, now);
  };

  test("takes what we signed", async (context) => {
    needs(context, "php");
    for (const [name, delivery] of Object.entries(GENUINE))
      expect(await verify(delivery), name).toMatchObject({ value: { id: "evt_1", type: "escrow.funded" } });
  });

  test("reads headers as a web server or a framework has them", async (context) => {
    needs(context, "php");
    const [genuine] = Object.values(GENUINE);
    const signature = genuine!.headers["X-Escrow-Signature"];
    for (const headers of [{ HTTP_X_ESCROW_SIGNATURE: signature }, { "X-Escrow-Signature": [signature] }])
      expect((await verify({ ...genuine!, headers })).value.id).toBe("evt_1");
  });

  test("refuses everything else", async (context) => {
    needs(context, "php");
    for (const [name, delivery] of Object.entries(FORGED))
      expect((await verify(delivery))["thrown"], name).toBe("SignatureException");
    const [genuine] = Object.values(GENUINE);
    for (const secrets of ["", " \n", []])
      expect((await verify({ ...genuine!, secrets }))["thrown"]).toBe("InvalidArgumentException");
  });

  test("says of a body that was parsed or read before what is wrong with it", async (context) => {
    needs(context, "php");
    const [genuine] = Object.values(GENUINE);
    const { headers, secrets, now } = genuine!;
    php ??= client("http://127.0.0.1:9", "hf_key");
    for (const body of [JSON.parse(genuine!.body), [], null])
      expect(await php("verifyOther", body, headers, secrets, now)).toMatchObject({
        thrown: "InvalidArgumentException",
        message: "The body was parsed or read before: pass its raw text, as from php://input.",
      });
    const empty = await php("verifyOther", "", headers, secrets, now);
    expect(empty["message"]).toBe("The body is empty: was it read before?");
  });

  test("lets no variable of the environment stand for a header", async (context) => {
    needs(context, "php");
    const [genuine] = Object.values(GENUINE);
    const server = { HTTP_X_ESCROW_SIGNATURE: genuine!.headers["X-Escrow-Signature"], X_ESCROW_SIGNATURE: "other" };
    expect((await verify({ ...genuine!, headers: server })).value.id).toBe("evt_1");
  });

  test("knows real deliveries in a handler of five lines, and answers 400 to a forged one", async (context) => {
    needs(context, "php");
    const port = await freePort();
    const seller = await world.merchant();
    const endpoint = await listen({ world, street }, seller, "/hooks");
    const receiver = await serve(
      "env",
      [`SECRETS=${endpoint.secret}`, "php", "-S", `127.0.0.1:${port}`, join(TESTS, "receiver.php")],
      port,
    );
    await confirmed(seller);
    const arrivals = await street.wait("/hooks", 2);
    const pass = async (arrival: (typeof arrivals)[number], body = arrival.body): Promise<number> => {
      const { host: _, connection: __, "content-length": ___, ...headers } = arrival.headers;
      return (await fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body })).status;
    };
    for (const arrival of arrivals) {
      expect(await pass(arrival)).toBe(200);
      await receiver.says(`received ${arrival.event["type"]} ${arrival.event["id"]}`);
    }
    expect(await pass(arrivals[0]!, `${arrivals[0]!.body}\n`)).toBe(400);
    await receiver.stop();
  });
});
