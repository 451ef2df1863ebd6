/** Nobody sees or does anything of an account but those who belong to it, as far as their role goes: every route is walked. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type World } from "../harness.js";
import { cookieOf } from "../pages/orders-area.js";
import { csrfOf, newVisitor, type Page, type Visitor } from "../visitor.js";
import { ACCOUNT_ROOT, consoleRoutesOf, fill, type Ids, lively, paramsOf, type Route, unknownIds } from "./routes.js";
import { consoleOf, newPerson, type Person } from "./seller.js";

let world: World;
let routes: readonly Route[];
let ours: Awaited<ReturnType<typeof lively>>;
let theirs: Awaited<ReturnType<typeof lively>>;
let ada: Person;
beforeAll(async () => {
  world = await startWorld();
  routes = await consoleRoutesOf();
  ours = await lively(world, "Northwind Ceramics", { offers: false, hooks: "https://shop.example/ours" });
  theirs = await lively(world, "Kitenge & Co", { offers: true, hooks: "https://shop.example/theirs" });
  ada = await newPerson(world, ours.shop);
}, 60_000);
afterAll(async () => {
  await world.checkLedger();
  await world.close();
});

const ofAccount = (): readonly Route[] =>
  routes.filter(({ path }) => path === ACCOUNT_ROOT || path.startsWith(`${ACCOUNT_ROOT}/`));
const nameOf = ({ method, path }: Route): string => `${method} ${path}`;

/** Without these a form is refused for what it says, whatever it is about. */
const FIELDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "/team/members/:member/role": { role: "support" },
};

/** As a browser would ask; a form bears a token of ours, and what it can't do without. */
async function ask(visitor: Visitor, { method, path: pattern, takesFiles }: Route, path: string): Promise<Page> {
  if (method === "GET") return visitor.get(path);
  // Nobody sends so many forms a minute.
  await world.db.query({ name: "test: make room", text: "delete from rate_windows" });
  const csrf = csrfs.get(visitor) ?? csrfOf((await visitor.get("/sign-in")).html);
  csrfs.set(visitor, csrf);
  if (!takesFiles)
    return visitor.postRaw(
      path,
      new URLSearchParams({ csrf, ...FIELDS[pattern.slice(ACCOUNT_ROOT.length)] }).toString(),
    );
  const form = new FormData();
  form.append("csrf", csrf);
  const response = await fetch(world.url + path, {
    method,
    body: form,
    redirect: "manual",
    headers: { Cookie: cookieOf(visitor), Origin: world.url, Accept: "text/html" },
  });
  return { status: response.status, headers: response.headers, html: await response.text() };
}
const csrfs = new Map<Visitor, string>();

/** Every way to put ids of another account in place of some of our own: all of them, or each alone. */
function mixes(names: readonly string[]): readonly (readonly string[])[] {
  return names.length < 2 ? [names] : [names, ...names.map((name) => [name])];
}

const pick = (ids: Ids, names: readonly string[]): Ids =>
  Object.fromEntries(names.map((name) => [name, ids[name] as string]));

test("the routes of the console are all there, and each parameter is known", () => {
  expect(ofAccount().length).toBeGreaterThan(50);
  for (const { path } of ofAccount()) expect(() => fill(path, { ...unknownIds(), seller_code: "X" })).not.toThrow();
  expect(Object.keys(theirs.ids).sort()).toEqual(Object.keys(unknownIds()).sort());
});

test("ids of another account are, byte for byte, ids that do not exist", async () => {
  const withIds = ofAccount().filter((route) => paramsOf(route).length > 1);
  expect(withIds.length).toBeGreaterThan(25);
  for (const route of withIds) {
    const names = paramsOf(route).filter((name) => name !== "seller_code");
    for (const foreign of mixes(names)) {
      const own = { ...ours.ids, seller_code: ours.shop.sellerCode };
      const what = `${nameOf(route)} with their ${foreign.join(", ")}`;
      const answer = await ask(ada, route, fill(route.path, { ...own, ...pick(theirs.ids, foreign) }));
      expect(answer.status, what).toBe(404);
      const unknown = await ask(ada, route, fill(route.path, { ...own, ...pick(unknownIds(), foreign) }));
      expect(unknown.status, what).toBe(404);
      expect(answer.html, what).toBe(unknown.html);
      for (const secret of [theirs.shop.sellerCode, "Kitenge"]) expect(answer.html, what).not.toContain(secret);
    }
  }
}, 60_000);

test("a destination of another account in a form is one that does not exist", async () => {
  for (const path of ["/wallet/review", "/wallet/payouts"]) {
    const [known, unknown] = [theirs.ids, unknownIds()].map(({ destination = "", payout: id = "" }) =>
      ada.post(consoleOf(ours.shop) + path, { destination, id, amount: "5.00" }),
    );
    const [answer, other] = [await known!, await unknown!];
    expect(answer.status, path).toBe(other.status);
    expect(answer.status, path).toBeOneOf([404, 422]);
  }
  const [row] = await world.db.query<{ count: string }>({
    name: "test: payouts of ours",
    text: "select count(*) from payouts where account_id = $1",
    values: [ours.shop.account],
  });
  expect(row?.count).toBe("1");
});

test("the ids are real: their own account finds each of them", async () => {
  const nia = await newPerson(world, theirs.shop);
  const pages = ofAccount().filter((route) => route.method === "GET" && paramsOf(route).length > 1);
  for (const route of pages) {
    const path = fill(route.path, { ...theirs.ids, seller_code: theirs.shop.sellerCode });
    expect((await ask(nia, route, path)).status, nameOf(route)).toBeOneOf([200, 303]);
  }
});

test("who belongs to another account finds no account at all", async () => {
  const nia = await newPerson(world, theirs.shop);
  for (const route of ofAccount()) {
    const answer = await ask(nia, route, fill(route.path, { ...ours.ids, seller_code: ours.shop.sellerCode }));
    const unknown = await ask(nia, route, fill(route.path, { ...ours.ids, seller_code: "ZZZZ0000" }));
    expect([answer.status, unknown.status], nameOf(route)).toEqual([404, 404]);
    expect(answer.html, nameOf(route)).toBe(unknown.html);
  }
});

/** What anybody of the account may do: it changes nothing of the account's but what is their own. */
const FOR_EVERY_ROLE: readonly string[] = ["/signature", "/settings/notifications", "/notifications", "/team/leave"];

describe("a support role", () => {
  test("is refused every action, whatever it is about", async () => {
    const sam = await newPerson(world, ours.shop, { role: "support" });
    const actions = ofAccount().filter(
      ({ method, path }) => method === "POST" && !FOR_EVERY_ROLE.includes(path.slice(ACCOUNT_ROOT.length)),
    );
    expect(actions.length).toBeGreaterThan(25);
    for (const route of actions) {
      const path = fill(route.path, { ...ours.ids, seller_code: ours.shop.sellerCode });
      expect((await ask(sam, route, path)).status, nameOf(route)).toBe(403);
    }
  });

  test("may leave, and is then somebody else", async () => {
    const sam = await newPerson(world, ours.shop, { role: "support" });
    expect(
      (await ask(sam, { method: "POST", path: "", takesFiles: false }, `${consoleOf(ours.shop)}/team/leave`)).status,
    ).toBe(303);
    expect((await sam.get(consoleOf(ours.shop))).status).toBe(404);
  });
});

test("nobody is led to the sign-in, and back to the page that was asked for", async () => {
  const nobody = newVisitor(world);
  for (const route of ofAccount()) {
    const path = fill(route.path, { ...ours.ids, seller_code: ours.shop.sellerCode });
    const answer = await ask(nobody, route, path);
    expect(answer.status, nameOf(route)).toBe(303);
    const back = route.method === "GET" ? `?next=${encodeURIComponent(path)}` : "";
    expect(answer.headers.get("location"), nameOf(route)).toBe(`/console/sign-in${back}`);
  }
});

test("a form of another site does nothing", async () => {
  for (const route of ofAccount().filter(({ method }) => method === "POST")) {
    const path = fill(route.path, { ...ours.ids, seller_code: ours.shop.sellerCode });
    const answer = await ada.postRaw(path, "csrf=made-up");
    expect(answer.status, nameOf(route)).toBeOneOf(route.takesFiles ? [400, 403, 415] : [403]);
  }
});
