/** Providers know one address, behind which is one of several cells: what they tell is booked by the cell that asked them. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { answerLine } from "../../src/cells/line.js";
import { unixSeconds } from "../../src/platform/clock.js";
import { deriveKeys, mac } from "../../src/platform/keys.js";
import { answering, fromText, question, toText } from "../../src/platform/other-cells.js";
import { noticeKey } from "../../src/providers/open.js";
import { SIGNATURE_HEADER } from "../../src/providers/sandbox/read-notice.js";
import { signNotice } from "../../src/providers/signature.js";
import type { Json, Merchant } from "../harness.js";
import { type Desk, openDesk, SECRET, until } from "../payments/desk.js";
import { confirmed } from "../stories.js";
import { type Fixture, startFixture } from "./fixture.js";

let fixture: Fixture;
let shop: Merchant;
let desk: Desk;
beforeAll(async () => {
  fixture = await startFixture(["north", "south"]);
  shop = await fixture.cells["south"]!.merchant();
  desk = await openDesk(fixture.cells["south"]!, shop);
  await desk.mood("sandbox-card", { notices: "never" });
});
beforeEach(() => fixture.healLine("south"));
afterAll(async () => {
  await fixture.cells["south"]!.checkLedger();
  await desk.close();
  await fixture.close();
});

/** To the cell in the north, as the provider has but its address. */
const tell = (body: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${fixture.cells["north"]!.url}/callbacks/sandbox-card`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
  });
const signed = (body: string): Promise<Response> =>
  tell(body, {
    [SIGNATURE_HEADER]: signNotice(noticeKey(SECRET, "sandbox-card"), unixSeconds(), Buffer.from(body)),
  });
const notice = (reference: string): string =>
  JSON.stringify({ order: reference, receipt: 1, outcome: "succeeded", amount_minor: "25645", failure: null });

const noticesIn = (cell: string, reference: string): Promise<readonly Json[]> =>
  fixture.cells[cell]!.db.query<Json>({
    name: "test: notices",
    text: "select status from provider_notices where reports->0->>'reference' = $1",
    values: [reference],
  });

/** A payment that its buyer has made, of which nobody was told. */
async function paid(): Promise<{ readonly escrow: Json; readonly reference: string }> {
  const escrow = await confirmed(shop);
  const { reference } = await desk.begun(escrow);
  await desk.typeCard(reference);
  return { escrow, reference };
}

test("a notice of another cell's payment is booked there, once, and nothing of it stays where it came", async () => {
  const { escrow, reference } = await paid();
  const answers = await Promise.all([signed(notice(reference)), signed(notice(reference))]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  await until(async () => (await desk.status(escrow)) === "IN_ESCROW");
  expect(await desk.payments(escrow)).toMatchObject([{ status: "SUCCEEDED", received: 25645n }]);
  expect(await noticesIn("north", reference)).toEqual([]);
  await expect.poll(() => noticesIn("south", reference)).toEqual([{ status: "BOOKED" }]);
});

test("what nobody signed is believed by no cell: the one that asked for the payment looks it up", async () => {
  const { escrow, reference } = await paid();
  expect((await tell(notice(reference))).status).toBe(200);
  await until(async () => (await desk.status(escrow)) === "IN_ESCROW");
  expect(await noticesIn("south", reference)).toEqual([]);
});

test("while the cell that may know it is away, the provider is asked to send it again, and then it is booked", async () => {
  const { escrow, reference } = await paid();
  await fixture.cutLine("south");
  const refused = await signed(notice(reference));
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "10"]);
  expect(await noticesIn("north", reference)).toEqual([]);
  await fixture.healLine("south");
  expect((await signed(notice(reference))).status).toBe(200);
  await until(async () => (await desk.status(escrow)) === "IN_ESCROW");
});

test("without the directory the cells that are known are asked, and what is forged is put to nobody", async () => {
  const { escrow, reference } = await paid();
  await fixture.cutDirectory();
  try {
    expect((await tell(notice(reference), { [SIGNATURE_HEADER]: "t=1,v1=00" })).status).toBe(401);
    expect((await signed(notice(reference))).status).toBe(200);
  } finally {
    await fixture.healDirectory();
  }
  await until(async () => (await desk.status(escrow)) === "IN_ESCROW");
});

test("what no cell has asked for stays for a person where it came", async () => {
  const reference = "HFABCDEFGHJKMN";
  expect((await signed(notice(reference))).status).toBe(200);
  await until(async () => (await noticesIn("north", reference))[0]?.["status"] === "UNNAMED");
  expect(await noticesIn("south", reference)).toEqual([]);
});

test("cells answer each other alone: by a mark over what is asked, and when", async () => {
  const ask = (mark: string): Promise<Response> =>
    fetch(`http://127.0.0.1:${fixture.cells["south"]!.service.opsPort}/cells/ask/take-callback`, {
      method: "POST",
      headers: { "content-type": "text/plain", "holdfast-line": mark },
      body: toText({}),
    });
  expect((await ask("")).status).toBe(401);
  const echo = answerLine([SECRET], [answering(question<unknown, unknown>("echo"), async (asked) => asked)]);
  const body = toText({ sum: 12n, text: "12n", other: "\\12n", nothing: null });
  const markAt = (at: number, over = `north ${at} echo ${body}`): string =>
    `north ${at} ${mac(deriveKeys([SECRET], "line between cells"), over).toString("base64url")}`;
  const now = unixSeconds();
  const heard = await echo({ name: "echo", mark: markAt(now), body });
  expect([heard.status, fromText(heard.body)]).toEqual([200, { sum: 12n, text: "12n", other: "\\12n", nothing: null }]);
  for (const mark of [markAt(now - 61), markAt(now, `south ${now} echo ${body}`), markAt(now, `north ${now} echo {}`)])
    expect((await echo({ name: "echo", mark, body })).status).toBe(401);
});
