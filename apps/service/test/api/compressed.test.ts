/** Large answers travel compressed to who accepts it, and say the same. */
import { get } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { API_PATH } from "@holdfast/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Merchant, startWorld, type World } from "../harness.js";
import { confirmed, ORDER, openSession } from "../stories.js";

let world: World;
let shop: Merchant;
beforeAll(async () => {
  world = await startWorld();
  shop = await world.merchant();
  for (let batch = 0; batch < 4; batch += 1) await Promise.all(Array.from({ length: 10 }, () => confirmed(shop)));
});
afterAll(() => world.close());

type Raw = { readonly status: number; readonly headers: NodeJS.Dict<string | string[]>; readonly body: Buffer };

/** `fetch` would undo it. */
const raw = (path: string, encodings: string): Promise<Raw> =>
  new Promise((resolve, reject) => {
    const headers = { "Accept-Encoding": encodings, Authorization: `Bearer ${shop.apiKey}` };
    get(world.url + API_PATH + path, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    }).on("error", reject);
  });

test.each(["/checkout/sessions?limit=100", "/escrows?limit=100", "/events?limit=100", "/openapi.json"])(
  "%s",
  async (path) => {
    const plain = await raw(path, "identity");
    expect([plain.headers["content-encoding"], plain.headers["cache-control"]]).toEqual([undefined, "no-store"]);
    for (const [accepted, encoding, decompress] of [
      ["gzip, deflate, br", "br", brotliDecompressSync],
      ["gzip", "gzip", gunzipSync],
    ] as const) {
      const { status, headers, body } = await raw(path, accepted);
      expect([status, headers["content-encoding"], headers["content-type"]]).toEqual([
        200,
        encoding,
        "application/json; charset=utf-8",
      ]);
      expect(String(headers["vary"]).toLowerCase()).toContain("accept-encoding");
      expect(headers["request-id"]).toBeDefined();
      expect(decompress(body).toString()).toBe(plain.body.toString());
      expect(body.length).toBeLessThan(plain.body.length / 2);
    }
  },
);

test("what is small does not, nor one object, nor a refusal", async () => {
  const large = await openSession(shop, { ...ORDER, description: "x".repeat(50_000) });
  for (const path of [
    "/checkout/sessions?limit=1&external_reference=none",
    `/checkout/sessions/${large["id"]}`,
    "/x",
  ]) {
    const { headers } = await raw(path, "gzip, br");
    expect([path, headers["content-encoding"]]).toEqual([path, undefined]);
  }
});
