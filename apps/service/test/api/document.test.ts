/** There is one document: what a service publishes, what is committed, and what else is made from it say the same. */
import { readFile } from "node:fs/promises";
import { API_PATH, openApiDocument } from "@holdfast/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Json, startWorld, type World } from "../harness.js";

const BASE_URL = `https://api.holdfast.example${API_PATH}`;

/** Where the document is found, each as text for `BASE_URL`. What is made from a copy of its own gets a row here. */
const COPIES: Readonly<Record<string, (origin: string) => Promise<string>>> = {
  "the running service": async (origin) =>
    (await (await fetch(`${origin}${API_PATH}/openapi.json`)).text()).replaceAll(origin, new URL(BASE_URL).origin),
  "docs/api/openapi.json": () => readFile(new URL("../../../../docs/api/openapi.json", import.meta.url), "utf8"),
};

let world: World;
beforeAll(async () => {
  world = await startWorld({ role: "web" });
});
afterAll(() => world?.close());

test.each(Object.entries(COPIES))("%s is the document of the contract", async (_, read) => {
  const document = JSON.parse(await read(world.service.publicUrl)) as Json;
  expect(document).toEqual(openApiDocument({ baseUrl: BASE_URL, sandbox: true }));
});
