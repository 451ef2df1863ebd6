/** Slow uploads hold nobody up: neither those of strangers, nor those of people who may send files of their own. */
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LOGO_BYTES_MAX } from "../../src/domain/logo.js";
import { UPLOAD_BYTES_MAX } from "../../src/domain/rail-uploads.js";
import { ROUTES } from "../../src/pages/routes.js";
import { newPerson } from "../console/seller.js";
import { postFiles } from "../console/upload.js";
import { type Merchant, startWorld, type World } from "../harness.js";
import { ADA, actionPath, cookieOf, escrowNow, fundedBy, PNG, sendDispute, signedIn } from "../pages/orders-area.js";
import { ORDER } from "../stories.js";
import { csrfOf, newVisitor, type Visitor } from "../visitor.js";

let world: World;
let shop: Merchant;
const sockets: Socket[] = [];
beforeAll(async () => {
  world = await startWorld();
  shop = await world.merchant();
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await world.checkLedger();
  await world.close();
});

const MEGABYTE = 1024 * 1024;
const photo = (bytes: number): Buffer => Buffer.concat([PNG, Buffer.alloc(bytes - PNG.length)]);

/** Opens a form of five megabytes, sends what comes before its file, and then next to nothing. Resolves with the answer. */
function trickle(visitor: Visitor, path: string, csrf: string): Promise<string> {
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${new URL(world.url).host}`,
    `Cookie: ${cookieOf(visitor)}`,
    `Origin: ${world.url}`,
    "Accept: text/html",
    "Content-Type: multipart/form-data; boundary=b",
    `Content-Length: ${5 * MEGABYTE}`,
  ].join("\r\n");
  const field = `--b\r\nContent-Disposition: form-data; name="csrf"\r\n\r\n${csrf}\r\n`;
  const file =
    '--b\r\nContent-Disposition: form-data; name="evidence"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n';
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(world.url).port), "127.0.0.1", () => {
      socket.write(`${head}\r\n\r\n${field}${file}`);
      const timer = setInterval(() => socket.write("x"), 200);
      socket.once("close", () => clearInterval(timer));
    });
    sockets.push(socket);
    socket.once("data", (bytes) => resolve(bytes.toString()));
    socket.on("error", reject);
  });
}

test("with a hundred of them a buyer's dispute with a file waits for none of them, and they are called off", async () => {
  const ada = await signedIn(world, ADA);
  const escrow = await fundedBy(shop, ADA, ORDER);
  const slow: Promise<string>[] = [];
  for (let at = 0; at < 10; at += 1) {
    const email = `buyer${at}@example.com`;
    const other = await signedIn(world, email);
    const csrf = csrfOf((await other.get("/sign-in")).html);
    const path = actionPath(shop, await fundedBy(shop, email, ORDER), "dispute");
    for (let times = 0; times < 4; times += 1) slow.push(trickle(other, path, csrf));
  }
  for (let at = 0; at < 10; at += 1) {
    const theirs = await world.merchant();
    await world.db.query({
      name: "test: not verified yet",
      text: "update accounts set verification_status = 'UNVERIFIED' where id = $1",
      values: [theirs.account],
    });
    const member = await newPerson(world, theirs);
    const csrf = csrfOf((await member.get("/sign-in")).html);
    for (const form of ["verification/documents", "brand"])
      slow.push(trickle(member, `/console/${theirs.sellerCode}/settings/${form}`, csrf));
  }
  const strangers = Array.from({ length: 40 }, () =>
    trickle(newVisitor(world), actionPath(shop, escrow, "dispute"), "made.up"),
  );
  expect(slow.length + strangers.length).toBe(100);
  for (const answer of await Promise.all(strangers)) expect(answer).toMatch(/^HTTP\/1\.1 30[23] /);

  const files = [{ name: "photo.png", content: photo(2 * MEGABYTE) }];
  const sent = await sendDispute(world, ada, { path: actionPath(shop, escrow, "dispute"), reason: "Cracked.", files });
  expect(await Promise.race([slow.at(-1), "still sending"])).toBe("still sending");
  expect([sent.status, (await escrowNow(shop, escrow))["status"]]).toEqual([303, "DISPUTED"]);

  expect(await Promise.race(slow)).toMatch(/^HTTP\/1\.1 4/);
}, 60_000);

test("words without files do not wait for their own visitor's files", async () => {
  const ada = await signedIn(world, ADA);
  const csrf = csrfOf((await ada.get("/sign-in")).html);
  const [slow, quick] = [await fundedBy(shop, ADA, ORDER), await fundedBy(shop, ADA, ORDER)];
  const files = trickle(ada, actionPath(shop, slow, "dispute"), csrf).catch(() => "gone");
  const path = actionPath(shop, quick, "dispute");
  expect((await sendDispute(world, ada, { path, reason: "Never came.", files: [] })).status).toBe(303);
  expect(await Promise.race([files, "still sending"])).toBe("still sending");
});

test("more forms of one visitor than may wait are refused at once", async () => {
  const eve = await signedIn(world, "eve@example.com");
  const csrf = csrfOf((await eve.get("/sign-in")).html);
  const path = actionPath(shop, await fundedBy(shop, "eve@example.com", ORDER), "dispute");
  const first = await Promise.race(Array.from({ length: 10 }, () => trickle(eve, path, csrf)));
  expect(first).toMatch(/^HTTP\/1\.1 429 /);
});

test("a form takes what it needs and no more", async () => {
  const owner = await newPerson(world, shop);
  const logo = { name: "logo.png", content: photo(LOGO_BYTES_MAX + 1) };
  const path = `/console/${shop.sellerCode}/settings/brand`;
  const answer = await postFiles(world, owner, { path, files: [logo] });
  expect([answer.status, answer.html.includes("200 KB")]).toEqual([422, true]);
  const held = ROUTES.flatMap(({ files }) => (files === null ? [] : [files.files * files.bytesEach]));
  expect(held.toSorted((a, b) => a - b)).toEqual([
    ...[LOGO_BYTES_MAX, LOGO_BYTES_MAX],
    ...Array(6).fill(15 * MEGABYTE),
    UPLOAD_BYTES_MAX,
    ...Array(5).fill(25 * MEGABYTE),
  ]);
});
