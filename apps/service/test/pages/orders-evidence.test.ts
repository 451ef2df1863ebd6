/** Files that a buyer hands in with a dispute: which are taken, how many, how large, and how they are given back. */
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EVIDENCE_BYTES_MAX } from "../../src/domain/evidence.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { eventTypes, ORDER, submit } from "../stories.js";
import { csrfOf, type Visitor } from "../visitor.js";
import {
  ADA,
  actionPath,
  confirmedBy,
  cookieOf,
  escrowNow,
  fundedBy,
  JPEG,
  NOTE,
  orderPath,
  PDF,
  PNG,
  type SentFile,
  sendDispute,
  signedIn,
  WEBP,
} from "./orders-area.js";

let world: World;
let shop: Merchant;
let ada: Visitor;
beforeAll(async () => {
  world = await startWorld();
  shop = await world.merchant();
  ada = await signedIn(world, ADA);
});
afterAll(async () => {
  await world.checkLedger();
  await world.close();
});

const REASON = "Two of the bowls arrived cracked.";

const disputeWith = (escrow: Json, files: readonly SentFile[], reason = REASON) =>
  sendDispute(world, ada, { path: actionPath(shop, escrow, "dispute"), reason, files });

const filesOf = (escrow: Json) =>
  world.db.query<{ id: string; name: string; type: string }>({
    name: "test: files of",
    text: "select id, name, type from evidence where escrow_id = $1 order by position",
    values: [escrow["id"]],
  });

const download = (escrow: Json, id: string, visitor = ada): Promise<Response> =>
  fetch(`${world.url}${orderPath(shop, escrow)}/evidence/${id}`, { headers: { Cookie: cookieOf(visitor) } });

async function expectUntouched(escrow: Json): Promise<void> {
  expect((await escrowNow(shop, escrow))["status"]).toBe("IN_ESCROW");
  expect(await filesOf(escrow)).toEqual([]);
}

describe("what is handed in", () => {
  test("comes back as it was, to be saved and never opened in place", async () => {
    const escrow = await fundedBy(shop, ADA, ORDER);
    const sent: readonly SentFile[] = [
      { name: "IMG 2041.JPG", content: JPEG, type: "text/html" },
      { name: 'Schüssel "links" 壺.png', content: PNG },
      { name: "scan.webp", content: WEBP },
      { name: "invoice.pdf", content: PDF },
      { name: "note.txt", content: NOTE },
    ];
    const answer = await disputeWith(escrow, sent);
    expect([answer.status, answer.headers.get("location")]).toEqual([
      303,
      `${orderPath(shop, escrow)}?done=dispute&part=1`,
    ]);
    const stored = await filesOf(escrow);
    expect(stored.map(({ name, type }) => [name, type])).toEqual([
      ["IMG 2041.jpg", "image/jpeg"],
      ["Schüssel _links_ 壺.png", "image/png"],
      ["scan.webp", "image/webp"],
      ["invoice.pdf", "application/pdf"],
      ["note.txt", "text/plain"],
    ]);
    const { html } = await ada.get(orderPath(shop, escrow));
    expect(html).toContain(REASON);
    for (const [at, { id, type, name }] of stored.entries()) {
      expect(html).toContain(`/evidence/${id}"`);
      const file = await download(escrow, id);
      expect(file.status).toBe(200);
      expect(Buffer.from(await file.arrayBuffer()).equals(Buffer.from(sent[at]!.content))).toBe(true);
      expect(file.headers.get("content-type")).toBe(type === "text/plain" ? "text/plain; charset=utf-8" : type);
      expect(file.headers.get("content-disposition")).toMatch(/^attachment; filename="[^"]+"; filename\*=UTF-8''/);
      expect(file.headers.get("content-disposition")).toContain(encodeURIComponent(name));
      expect(file.headers.get("x-content-type-options")).toBe("nosniff");
      expect(file.headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
      expect(file.headers.get("cache-control")).toBe("private, no-store");
    }
  });

  test("is for the buyer of the order alone", async () => {
    const escrow = await fundedBy(shop, ADA, ORDER);
    const mine = await fundedBy(shop, "eve@example.com", ORDER);
    await disputeWith(escrow, [{ name: "photo.png", content: PNG }]);
    const [file] = await filesOf(escrow);
    const eve = await signedIn(world, "eve@example.com");
    expect((await download(escrow, file!.id, eve)).status).toBe(404);
    // Nor below an order of their own.
    expect((await download(mine, file!.id, eve)).status).toBe(404);
    const nobody = await fetch(`${world.url}${orderPath(shop, escrow)}/evidence/${file!.id}`);
    expect(await nobody.text()).toContain("Sign in to see your orders");
  });

  test("may be nothing at all", async () => {
    const escrow = await fundedBy(shop, ADA, ORDER);
    expect((await disputeWith(escrow, [])).status).toBe(303);
    expect((await escrowNow(shop, escrow))["status"]).toBe("DISPUTED");
    expect(await filesOf(escrow)).toEqual([]);
    // Nor does a browser without files send them.
    const other = await fundedBy(shop, ADA, ORDER);
    expect((await ada.post(actionPath(shop, other, "dispute"), { reason: REASON })).status).toBe(303);
    expect((await escrowNow(shop, other))["status"]).toBe("DISPUTED");
  });
});

describe("what is refused leaves no dispute, and says why in one sentence", () => {
  const HTML = Buffer.from("<!DOCTYPE html><script>globalThis.__owned = 1</script>");
  const fill = (bytes: number): Buffer => Buffer.concat([PNG, Buffer.alloc(bytes - PNG.length)]);
  const photo = { name: "photo.png", content: PNG };

  test.each([
    [
      "a page that calls itself a photo",
      [photo, { name: "photo.png", content: HTML, type: "image/png" }],
      "This file is of another type:",
    ],
    [
      "a drawing with scripts",
      [{ name: "x.svg", content: Buffer.from("<svg onload='x()'/>") }],
      "This file is of another type:",
    ],
    [
      "an archive",
      [{ name: "x.zip", content: Buffer.from("504b0304140000000000", "hex") }],
      "This file is of another type:",
    ],
    [
      "an empty file",
      [photo, { name: "nothing.txt", content: Buffer.alloc(0) }],
      "Choose another file. This one is empty:",
    ],
    [
      "a byte too many",
      [{ name: "large.png", content: fill(EVIDENCE_BYTES_MAX + 1) }],
      "Choose files of up to 5 MB each.",
    ],
    ["six files", Array.from({ length: 6 }, () => photo), "Choose up to 5 files."],
    ["sixty files", Array.from({ length: 60 }, () => photo), "Choose up to 5 files."],
  ] as const)("%s", async (_what, files, sentence) => {
    const escrow = await fundedBy(shop, ADA, ORDER);
    const before = await eventTypes(shop);
    const answer = await disputeWith(escrow, files);
    expect(answer.status).toBe(400);
    expect(answer.html).toContain(sentence);
    expect(answer.html).toContain(REASON);
    expect(answer.html).toContain("Choose your files again");
    await expectUntouched(escrow);
    expect(await eventTypes(shop)).toEqual(before);
  });

  test("but five files of five megabytes each are taken", async () => {
    const escrow = await fundedBy(shop, ADA, ORDER);
    const files = Array.from({ length: 5 }, (_, at) => ({ name: `${at}.png`, content: fill(EVIDENCE_BYTES_MAX) }));
    expect((await disputeWith(escrow, files)).status).toBe(303);
    expect(await filesOf(escrow)).toHaveLength(5);
  });

  test("no words, or too many, whatever files come with them", async () => {
    const escrow = await fundedBy(shop, ADA, ORDER);
    const none = await disputeWith(escrow, [photo], " \n ");
    expect([none.status, none.html.includes("Write a few words first.")]).toEqual([400, true]);
    const many = await disputeWith(escrow, [photo], "x".repeat(30_000));
    expect([many.status, many.html.includes("Use at most 5000 characters.")]).toEqual([400, true]);
    await expectUntouched(escrow);
  });

  test("a form that no page of ours sent, before a file of it is kept", async () => {
    const escrow = await fundedBy(shop, ADA, ORDER);
    const path = actionPath(shop, escrow, "dispute");
    const forged = await sendDispute(world, ada, { path, reason: REASON, files: [photo], csrf: "made.up" });
    expect(forged.status).toBe(403);
    const csrf = csrfOf((await ada.get("/sign-in")).html);
    const form = new FormData();
    // The token behind the file: ours never stands there.
    form.append("evidence", new File([PNG], "photo.png"));
    form.append("csrf", csrf);
    form.append("reason", REASON);
    const late = await fetch(world.url + path, {
      method: "POST",
      body: form,
      redirect: "manual",
      headers: { Cookie: cookieOf(ada), Origin: world.url, Accept: "text/html" },
    });
    expect(late.status).toBe(403);
    await expectUntouched(escrow);
  });
});

describe("what is broken", () => {
  const send = async (escrow: Json, body: string, contentType: string): Promise<{ status: number; html: string }> => {
    const response = await fetch(world.url + actionPath(shop, escrow, "dispute"), {
      method: "POST",
      body: Buffer.from(body, "latin1"),
      redirect: "manual",
      headers: { Cookie: cookieOf(ada), Origin: world.url, Accept: "text/html", "Content-Type": contentType },
    });
    return { status: response.status, html: await response.text() };
  };
  const field = (name: string, value: string): string =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const start = async (): Promise<string> =>
    field("csrf", csrfOf((await ada.get("/sign-in")).html)) + field("reason", REASON);
  const FILE =
    '--b\r\nContent-Disposition: form-data; name="evidence"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n';

  test.each([
    ["a file that ends too early", async () => `${await start()}${FILE}${PNG.toString("latin1")}`],
    ["no end", async () => start()],
    ["a field that would be a prototype", async () => `${await start()}${field("__proto__", "x")}--b--\r\n`],
    ["more fields than any form has", async () => `${await start()}${field("x", "y").repeat(40)}--b--\r\n`],
  ])("%s is said kindly", async (_what, body) => {
    const escrow = await fundedBy(shop, ADA, ORDER);
    const answer = await send(escrow, await body(), "multipart/form-data; boundary=b");
    expect([answer.status, answer.html.includes("The upload was incomplete.")]).toEqual([400, true]);
    await expectUntouched(escrow);
  });

  test.each([
    ["no form at all", "not multipart", "multipart/form-data; boundary=b"],
    ["no boundary", "x", "multipart/form-data"],
    ["JSON", "{}", "application/json"],
    ["an empty body", "", "multipart/form-data; boundary=b"],
  ])("%s is refused", async (_what, body, contentType) => {
    const escrow = await fundedBy(shop, ADA, ORDER);
    const answer = await send(escrow, body, contentType);
    expect([400, 403, 415]).toContain(answer.status);
    await expectUntouched(escrow);
  });

  test("a NUL among the words is dropped", async () => {
    const escrow = await fundedBy(shop, ADA, ORDER);
    expect((await disputeWith(escrow, [], "Cra\0cked")).status).toBe(303);
    const { html } = await ada.get(orderPath(shop, escrow));
    expect(html).toContain("Cracked");
  });

  test("a sender who hangs up in the middle holds no other up", async () => {
    const escrow = await fundedBy(shop, ADA, ORDER);
    const head = headOf(escrow);
    const body = `${await start()}${FILE}`;
    // More than are read at a time, all of one buyer.
    await Promise.all(
      Array.from(
        { length: 20 },
        () =>
          new Promise<void>((resolve, reject) => {
            const socket = openSocket(() => {
              socket.write(head + body, () => {
                socket.destroy();
                resolve();
              });
            });
            socket.on("error", reject);
          }),
      ),
    );
    await expectUntouched(escrow);
    expect((await disputeWith(escrow, [{ name: "photo.png", content: PNG }])).status).toBe(303);
    expect(await filesOf(escrow)).toHaveLength(1);
  });
});

/** Of a form of five megabytes, which is then not sent. */
const headOf = (escrow: Json): string =>
  [
    `POST ${actionPath(shop, escrow, "dispute")} HTTP/1.1`,
    `Host: ${new URL(world.url).host}`,
    `Cookie: ${cookieOf(ada)}`,
    `Origin: ${world.url}`,
    "Content-Type: multipart/form-data; boundary=b",
    "Content-Length: 5000000",
    "",
    "",
  ].join("\r\n");

const openSocket = (onOpen: () => void): Socket => connect(Number(new URL(world.url).port), "127.0.0.1", onOpen);

test("a form that nothing can come of is answered before its files are read", async () => {
  const unpaid = await confirmedBy(shop, ADA, ORDER);
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = openSocket(() => socket.write(headOf(unpaid)));
    socket.once("data", (bytes) => {
      socket.destroy();
      resolve(bytes.toString());
    });
    socket.on("error", reject);
  });
  expect(answer).toMatch(/^HTTP\/1\.1 303 /);
  expect(answer).toContain(`${orderPath(shop, unpaid)}?refused=dispute&part=1`);
});

test("a double click opens one dispute, with its files once", async () => {
  const escrow = await fundedBy(shop, ADA, ORDER);
  await submit(shop, escrow);
  const answers = await Promise.all([1, 2, 3].map(() => disputeWith(escrow, [{ name: "photo.png", content: PNG }])));
  expect(answers.map(({ headers }) => headers.get("location")!.split("?")[1]).sort()).toEqual([
    "done=dispute&part=1",
    "refused=dispute&part=1",
    "refused=dispute&part=1",
  ]);
  expect(await filesOf(escrow)).toHaveLength(1);
  expect((await eventTypes(shop)).filter((type) => type === "escrow.disputed").length).toBeGreaterThan(0);
});

test("the merchant's feed and answers are the same with files as without", async () => {
  const store = await world.merchant("Quiet");
  const [plain, withFiles] = await Promise.all([fundedBy(store, ADA, ORDER), fundedBy(store, ADA, ORDER)]);
  for (const [escrow, files] of [
    [plain, []],
    [withFiles, [{ name: "photo.png", content: PNG }]],
  ] as const) {
    const path = actionPath(store, escrow, "dispute");
    expect((await sendDispute(world, ada, { path, reason: REASON, files })).status).toBe(303);
  }
  const [a, b] = await Promise.all([escrowNow(store, plain), escrowNow(store, withFiles)]);
  expect(Object.keys(b)).toEqual(Object.keys(a));
  expect((await eventTypes(store)).slice(-4)).toEqual([
    "escrow.milestone.disputed",
    "escrow.disputed",
    "escrow.milestone.disputed",
    "escrow.disputed",
  ]);
});
