/** The Python package's verifier, which takes nothing but Python. The rest of it is tried by `npm run clients`. */
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { ROOT } from "../process/launch.js";
import { needs } from "../programs.js";
import { type Ask, drive, stopDrivers } from "./driver.js";
import { type Delivery, FORGED, GENUINE } from "./signatures.js";

const DRIVER = join(ROOT, "packages/python/test/driver.py");

let python: Ask | null = null;
afterAll(stopDrivers);

const ask = (form: "base64" | "as it is", body: unknown, { headers, secrets, now }: Delivery) => {
  python ??= drive("python3", ["-B", DRIVER]);
  return python([form, body, headers, secrets, now]);
};
const verify = (delivery: Delivery) => ask("base64", Buffer.from(delivery.body).toString("base64"), delivery);

test("takes what we signed", async (context) => {
  needs(context, "python3");
  for (const [name, delivery] of Object.entries(GENUINE))
    expect(await verify(delivery), name).toMatchObject({ value: { id: "evt_1", type: "escrow.funded" } });
});

test("refuses everything else", async (context) => {
  needs(context, "python3");
  for (const [name, delivery] of Object.entries(FORGED))
    expect((await verify(delivery))["thrown"], name).toBe("SignatureError");
  const [genuine] = Object.values(GENUINE);
  for (const secrets of ["", " \n", []]) expect((await verify({ ...genuine!, secrets }))["thrown"]).toBe("ValueError");
});

test("takes text, and says of a body that was parsed or read before what is wrong with it", async (context) => {
  needs(context, "python3");
  const [genuine] = Object.values(GENUINE);
  expect(await ask("as it is", genuine!.body, genuine!)).toMatchObject({ value: { id: "evt_1" } });
  for (const body of [JSON.parse(genuine!.body), [], null])
    expect(await ask("as it is", body, genuine!)).toMatchObject({
      thrown: "TypeError",
      message: expect.stringMatching(/^the body was parsed or read before: pass its raw bytes or text/),
    });
  expect((await ask("as it is", "", genuine!))["message"]).toBe("the body is empty: was it read before?");
});
