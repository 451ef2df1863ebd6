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

const verify = ({ body, headers, secrets, now }: Delivery) => {
  python ??= drive("python3", ["-B", DRIVER]);
  return python([Buffer.from(body).toString("base64"), headers, secrets, now]);
};

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
  expect((await verify({ ...genuine!, secrets: "" }))["thrown"]).toBe("ValueError");
});
