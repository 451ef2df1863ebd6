/** `holdfast mcp` before the protocol's own client, over stdio, with a real service behind it. */
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AccountId } from "../../../apps/service/src/domain/ids.js";
import { openKey } from "../../../apps/service/src/identity/merchants.js";
import { NO_REGISTRY } from "../../../apps/service/src/identity/registry.js";
import { wide } from "../../../apps/service/test/bounds.js";
import { openReceiver } from "../../../apps/service/test/doctor/receivers.js";
import { type Json, type Merchant, startWorld, type World } from "../../../apps/service/test/harness.js";
import { COMMAND_LINE, newFolder } from "../../../apps/service/test/process/launch.js";
import { cleanUpAtEnd, expectRefused, holdfast } from "./commands.js";

cleanUpAtEnd();

type Said = { readonly text: string; readonly isError: boolean };

type Agent = {
  readonly client: Client;
  /** The object of an answer. Fails the test when the tool refuses. */
  use(tool: string, given?: Json): Promise<Json>;
  /** The sentence of a refusal. Fails the test when there is none. */
  refused(tool: string, given?: Json): Promise<string>;
  /** Everything that it was told so far. */
  heard(): string;
  /** All that the server wrote beside the protocol. */
  stderr(): string;
  close(): Promise<void>;
};

let world: World;
let shop: Merchant;
beforeAll(async () => {
  world = await startWorld();
  shop = await world.merchant();
});
afterAll(() => world?.close());

async function openAgent(url: string, key: string, ...more: readonly string[]): Promise<Agent> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ["--disable-warning=ExperimentalWarning", COMMAND_LINE, "mcp", "--url", url, ...more],
    env: { HOLDFAST_API_KEY: key },
    cwd: newFolder(),
    stderr: "pipe",
  });
  let stderr = "";
  transport.stderr?.on("data", (chunk: Buffer) => {
    stderr += chunk.toString("utf8");
  });
  const client = new Client({ name: "an agent", version: "1.0.0" });
  await client.connect(transport);
  let heard = client.getInstructions() ?? "";
  const call = async (name: string, given: Json): Promise<Said> => {
    const { content, isError = false } = await client.callTool({ name, arguments: given });
    const [said] = content as readonly { readonly text: string }[];
    heard += `\n${said?.text}`;
    return { text: said?.text ?? "", isError };
  };
  return {
    client,
    use: async (tool, given = {}) => {
      const { text, isError } = await call(tool, given);
      expect(isError, text).toBe(false);
      return JSON.parse(text) as Json;
    },
    refused: async (tool, given = {}) => {
      const { text, isError } = await call(tool, given);
      expect(isError, text).toBe(true);
      return text;
    },
    heard: () => heard,
    stderr: () => stderr,
    close: () => client.close(),
  };
}

const toolsOf = async ({ client }: Agent): Promise<readonly Json[]> => (await client.listTools()).tools;
const namesOf = async (agent: Agent): Promise<readonly string[]> =>
  (await toolsOf(agent)).map((tool) => tool["name"] as string);

const READING = [
  "get_account",
  "list_sessions",
  "get_session",
  "list_escrows",
  "get_escrow",
  "list_refunds",
  "get_refund",
  "list_events",
];
const WRITING = ["create_session", "submit_milestone"];

test("without being told otherwise an agent reads, and changes nothing", async () => {
  const agent = await openAgent(world.url, shop.apiKey);
  const tools = await toolsOf(agent);
  const names = tools.map(({ name }) => name as string);
  expect(names.filter((name) => !name.startsWith("sandbox_"))).toEqual(READING);
  expect(names.filter((name) => name.startsWith("sandbox_"))).toEqual(["sandbox_get_clock", "sandbox_list_mails"]);
  expect(tools.every(({ annotations }) => annotations.readOnlyHint === true)).toBe(true);
  expect((await agent.use("get_account"))["id"]).toBe(shop.account);
  expect(agent.client.getInstructions()).toContain("Nothing can be changed");
  const refusals = [
    "create_session",
    "submit_milestone",
    "sandbox_record_payment",
    "sandbox_trigger",
    "sandbox_doctor",
  ];
  for (const name of refusals)
    await expect(agent.client.callTool({ name, arguments: {} })).rejects.toThrow(
      `${name} is not offered, because holdfast mcp was started without --allow-writes. Start it with that switch`,
    );
  await expect(agent.client.callTool({ name: "delete_account", arguments: {} })).rejects.toThrow("not found");
  expect((await shop.get("/checkout/sessions")).body["data"]).toEqual([]);
  await agent.close();
});

test("allowed to write, with a key of a sandbox, an agent sells, plays the buyer, ships and is paid", async () => {
  const agent = await openAgent(world.url, shop.apiKey, "--allow-writes");
  const order = { title: "Hand-thrown dinner set", amount: "249.90", idempotency_key: "NW-1" };
  const session = await agent.use("create_session", order);
  expect(session).toMatchObject({ object: "checkout.session", status: "OPEN" });
  expect((await agent.use("create_session", order))["id"]).toBe(session["id"]);
  const { id: escrow, milestones } = await agent.use("sandbox_confirm_session", { id: session["id"] });
  await agent.use("sandbox_record_payment", { escrow_id: escrow });
  const milestone = { escrow_id: escrow, milestone_id: milestones[0].id };
  const delivery = { ...milestone, submission_details: "DHL 4410 8823 7712" };
  expect((await agent.use("submit_milestone", delivery))["status"]).toBe("WORK_IN_PROGRESS");
  // Its answer was lost, for all the agent knows.
  expect((await agent.use("submit_milestone", delivery))["status"]).toBe("WORK_IN_PROGRESS");
  expect((await agent.use("sandbox_approve_milestone", milestone))["status"]).toBe("COMPLETED");
  expect((await agent.use("get_escrow", { escrow_id: escrow }))["status"]).toBe("COMPLETED");
  const first = await agent.use("list_events", { limit: 2 });
  expect(first["data"]).toHaveLength(2);
  const cursor = new URL(first["next"]).searchParams.get("cursor") as string;
  const { data } = await agent.use("list_events", { limit: 2, cursor });
  expect(data[0].id).not.toBe(first["data"][1].id);
  const { event, type } = await agent.use("sandbox_trigger", { type: "escrow.milestone.disputed" });
  const [disputed] = (await agent.use("list_events", { type, limit: 1 }))["data"];
  expect(disputed).toMatchObject({ id: event, type: "escrow.milestone.disputed" });
  const before = (await agent.use("sandbox_get_clock"))["now"];
  await agent.use("sandbox_advance_clock", { seconds: 60 });
  expect((await agent.use("sandbox_get_clock"))["now"]).toBeGreaterThanOrEqual(before + 60);
  await expect(agent.client.callTool({ name: "sandbox_doctor", arguments: {} })).rejects.toThrow(
    "started without --receiver URL and --receiver-secret. Start it with them",
  );
  await world.checkLedger();
  await agent.close();
});

test(
  "the receiver that was named at the start is looked at by the doctor; an agent can name no other",
  wide(),
  async () => {
    const secret = `whsec_${"a".repeat(40)}`;
    const receiver = await openReceiver({ secrets: [secret], isSigned: () => true });
    const named = ["--receiver", receiver.url, "--receiver-secret", secret];
    const agent = await openAgent(world.url, shop.apiKey, "--allow-writes", ...named);
    const report = await agent.use("sandbox_doctor", { url: "http://127.0.0.1:1/" });
    expect(report).toMatchObject({ url: receiver.url, scope: "harmless", verdict: "failed" });
    expect(
      report["findings"].filter((one: Json) => one["verdict"] === "fail").map((one: Json) => one["title"]),
    ).toContain("Refuses a signature by another secret");
    expect(agent.heard()).not.toContain(secret);
    await agent.close();
    await receiver.close();
    const reading = await openAgent(world.url, shop.apiKey, ...named);
    expect(await namesOf(reading)).not.toContain("sandbox_doctor");
    await reading.close();
  },
);

test("what is refused is a tool's error, in the API's words; the key is never told", async () => {
  const agent = await openAgent(world.url, shop.apiKey, "--allow-writes");
  const tooLittle = await agent.refused("create_session", { title: "Cup", amount: "12.5" });
  expect(tooLittle).toMatch(/^.+ \(validation_failed, request req_\w+\)\namount: .*exactly two decimal places/);
  expect(await agent.refused("get_session", { id: "cs_none" })).toMatch(/\(not_found, request req_\w+\)$/);
  for (const id of [undefined, "", ".", ".."])
    expect(await agent.refused("get_session", { id })).toBe("id is missing.");
  expect(await agent.refused("list_events", { after: "evt_none" })).toMatch(/\(validation_failed,.*\nafter: /s);
  expect(await agent.refused("sandbox_trigger", { type: "ping" })).toMatch(/^type is one of checkout\.session\./);
  const escrow = "0199c1f0-8a6e-7d1c-9b2a-4f0d5c6e7a81";
  expect(await agent.refused("submit_milestone", { escrow_id: escrow, milestone_id: escrow })).toMatch(/_\w+, request/);
  const named = await agent.use("create_session", { title: `Key ${shop.apiKey}`, amount: "1.00" });
  expect(named["title"]).toBe("Key hf_****");
  expect(agent.heard() + agent.stderr()).not.toContain(shop.apiKey);
  expect(agent.stderr()).toBe("");
  await agent.close();
});

test("a key with few scopes is enough to start with, and what it may not do is refused by the API", async () => {
  const key = await openKey(
    { db: world.db, registry: NO_REGISTRY },
    { account: shop.account as AccountId, scopes: ["sessions:write"] },
  );
  const agent = await openAgent(world.url, key?.apiKey ?? "", "--allow-writes");
  expect(await agent.use("create_session", { title: "Cup", amount: "12.50" })).toMatchObject({ status: "OPEN" });
  expect(await agent.refused("list_escrows")).toMatch(/\(forbidden, request req_\w+\)/);
  expect(await namesOf(agent)).toContain("sandbox_confirm_session");
  await agent.close();
});

test("with a key of a live deployment there is nothing to play with", async () => {
  const live = await startWorld({ mode: "live" });
  const agent = await openAgent(live.url, (await live.merchant()).apiKey, "--allow-writes");
  expect([...(await namesOf(agent))].sort()).toEqual([...READING, ...WRITING].sort());
  expect(agent.client.getInstructions()).toContain("This is live");
  await agent.close();
  await live.close();
});

test("a key that is refused, a service that is not there and a missing key are told at the start", wide(), async () => {
  const env = { DATA_DIR: newFolder() };
  expectRefused(
    await holdfast(["mcp", "--api-key", "hf_nothing", "--url", world.url], env),
    1,
    /refused: Send a valid/,
  );
  const nobody = await holdfast(["mcp", "--api-key", shop.apiKey, "--url", "http://127.0.0.1:9"], env);
  expectRefused(nobody, 1, /http:\/\/127\.0\.0\.1:9 can't be reached/);
  expect(nobody.stderr).not.toContain(shop.apiKey);
  expectRefused(await holdfast(["mcp"], env), 2, /required option '--api-key/);
  expectRefused(await holdfast(["mcp", "--api-key", "hf_a", "--url", "pay.example"], env), 2, /starts with https/);
});
