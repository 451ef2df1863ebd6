/** `holdfast reconcile`: what providers' statements say, and how it differs from our books. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type BooksStage, openBooksStage } from "../../../apps/service/test/books/stage.js";
import { holdfast } from "../../../apps/service/test/process/launch.js";
import { cleanUpAtEnd, expectRefused, json } from "./commands.js";

cleanUpAtEnd();

let stage: BooksStage;
const env = () => ({ DATABASE_URL: stage.world.databaseUrl });
beforeAll(async () => {
  stage = await openBooksStage();
});
afterAll(() => stage.close());

test("reads the statements, and says what lies where and what differs", async () => {
  await stage.paid();
  await stage.told();
  const doubled = await stage.paid();
  await stage.told();
  await json(["reconcile"], env());
  await stage.world.advance(7_200);
  const sound = await json(["reconcile", "--provider", "sandbox-card"], env());
  expect(sound).toMatchObject({
    providers: [
      {
        name: "sandbox-card",
        lines: 0,
        found: 0,
        error: null,
        balances: { USD: { said: "205.60", booked: "205.60" } },
      },
    ],
    client_money: { covered: true, owed: "205.60", there: "205.60" },
    differences: [],
  });

  await stage.fault(`in-${doubled}-1`, "twice");
  await stage.desk.sql("update provider_statements set cursor = null");
  await holdfast(["reconcile"], env());
  await stage.world.advance(7_200);
  const [asJson, asText] = [await holdfast(["reconcile", "--json"], env()), await holdfast(["reconcile"], env())];
  expect(asJson).toMatchObject({ code: 1, stderr: "" });
  expect(JSON.parse(asJson.stdout)["differences"]).toMatchObject([
    { class: "twice", amount: "102.80", currency: "USD", type: "payment", reference: doubled },
  ]);
  expect(asText.code).toBe(1);
  expect(asText.stdout).toMatch(/^\d+ .* sandbox-card {2}twice {2}102\.80 USD {2}payment {2}HF\w+ {2}nobody looks$/m);
});

test.each([
  [["reconcile", "--provider", "acme"], /there is no provider acme: sandbox-card/],
  [["reconcile", "--day", "2026-02-30"], /--day takes a date/],
])("refuses %s in one line", async (args, says) => {
  expectRefused(await holdfast(args, env()), 1, says);
});
