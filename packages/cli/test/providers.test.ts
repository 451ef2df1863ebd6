/** `holdfast providers …`: what an operator asks of providers, and what was asked of them. In this process, before doubles. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startWorld, type World } from "../../../apps/service/test/harness.js";
import { SECRET } from "../../../apps/service/test/payments/desk.js";
import { type Doubles, openDoubles, postEvent } from "../../../apps/service/test/providers/doubles.js";
import { openStripeStage, type StripeStage } from "../../../apps/service/test/providers/stripe/stage.js";
import { cleanUpAtEnd, holdfast, json, text } from "./commands.js";

cleanUpAtEnd();

let world: World;
let doubles: Doubles;
let stage: StripeStage;
beforeAll(async () => {
  doubles = await openDoubles({ PROVIDERS: "stripe,pawapay,paystack,flutterwave,momo" });
  world = await startWorld({ providers: doubles.providers });
  stage = await openStripeStage(world.db);
});
afterEach(() => {
  doubles.stripe.fault();
  doubles.pawapay.fault(null);
});
afterAll(async () => {
  await stage.close();
  await world.close();
  await doubles.close();
});

const env = () => ({
  ...doubles.env,
  SECRET_KEY: SECRET.toString("base64"),
  PUBLIC_URL: "https://pay.example",
  DATABASE_URL: world.databaseUrl,
});

test("check: each provider tells its account, mode, balance and what it takes, and what has to be put right", async () => {
  doubles.pawapay.signedCallbacks = false;
  doubles.paystack.timeout = 0;
  const { stdout: said, code } = await holdfast(["providers", "check"], env());
  expect(code).toBe(1);
  expect(said).toMatch(/^stripe: .+, test mode$/m);
  expect(said).toMatch(/^ {2}takes card in USD from 0\.50 to 999999\.99$/m);
  expect(said).toMatch(/^pawapay: Pots and bowls, test mode$/m);
  expect(said).toMatch(/^ {2}balance [\d.]+ USD$/m);
  expect(said).toMatch(/^ {2}pays out mobile_money in USD from 1\.00 to 2500\.00, CD$/m);
  expect(said).toMatch(/^paystack: an account in USD, NGN, test mode$/m);
  expect(said).toMatch(/^ {2}takes card in USD from 2\.00 to 999999\.99$/m);
  expect(said).toMatch(/^flutterwave: an account in USD, NGN, test mode$/m);
  expect(said).toMatch(/^ {2}takes card in USD from 1\.00 to 999999\.99$/m);
  expect(said).toMatch(/^flutterwave: .*\n(?: {2}.*\n)*? {2}pays nobody out in USD$/m);
  expect(said).toMatch(/^momo: mtnliberia, wallets in USD, test mode$/m);
  expect(said).toMatch(/^ {2}pays out mobile_money in USD from 1\.00 to [\d.]+, LR$/m);
  expect(said).toMatch(/^momo: .*\n(?: {2}.*\n)*? {2}has no statement that can be read: /m);
  const wrong = said.match(/^ {2}WRONG: .*$/gm)?.join("\n");
  expect(wrong).toMatch(/webhook endpoint[\s\S]*callbacks[\s\S]*payment session timeout/i);
  doubles.pawapay.signedCallbacks = true;
  doubles.paystack.timeout = 3_600;
});

test("check: what does not answer, and what does not take our key, is said in the provider's place", async () => {
  doubles.stripe.fault({ kind: "down" });
  doubles.pawapay.fault("key");
  const { stdout } = await holdfast(["providers", "check", "--json"], env());
  const found: readonly { name: string; account: string | null; problems: readonly string[] }[] = JSON.parse(stdout);
  const of = (name: string) => found.find((one) => one.name === name);
  expect(of("stripe")).toMatchObject({
    account: null,
    problems: [expect.stringMatching(/^It does not answer: /), expect.anything()],
  });
  expect(of("pawapay")?.problems.join(" ")).toContain("does not take our key");
  expect(JSON.stringify(found)).not.toContain(doubles.stripe.key);
});

test("notices: what a provider told of nobody that is known here waits, and says what it was", async () => {
  expect(await text(["providers", "notices"], env())).toBe("nothing waits\n");
  const session = { client_reference_id: "HFNOBODY000001", metadata: { reference: "HFNOBODY000001" } };
  doubles.stripe.tell("checkout.session.expired", {
    id: "cs_1",
    object: "checkout.session",
    status: "expired",
    livemode: false,
    ...session,
  });
  const event = doubles.stripe.events.at(-1)!;
  expect(await postEvent(doubles, { origin: world.url, event })).toBe(200);
  await expect
    .poll(() => json(["providers", "notices"], env()))
    .toEqual([
      expect.objectContaining({
        provider: "stripe",
        notice_id: event["id"],
        status: "UNNAMED",
        reports: [expect.objectContaining({ about: "payment", reference: "HFNOBODY000001", outcome: "failed" })],
      }),
    ]);
  expect(await text(["providers", "notices"], env())).toMatch(
    new RegExp(`stripe  UNNAMED  ${event["id"]}  nothing here is called so`),
  );
});

test("objects: what was asked under a reference of ours, and under an id of theirs", async () => {
  const { reference } = await stage.ordered();
  const { id } = stage.stripe.sessionOf(reference);
  const kept = await json(["providers", "objects", reference], env());
  expect(kept).toEqual([
    expect.objectContaining({ provider: "stripe", kind: "payment", reference, status: "MADE", their_id: id, asks: 1 }),
  ]);
  expect(await json(["providers", "objects", String(id)], env())).toEqual(kept);
  expect(await text(["providers", "objects", reference], env())).toMatch(
    new RegExp(`stripe  payment  ${reference}  MADE +${id}  asked once`),
  );
  expect(await text(["providers", "objects", "HFNEVERORDERED"], env())).toBe("nobody was asked\n");
});
