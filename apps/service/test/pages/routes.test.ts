/** The list of page routes: what its types refuse, and what they can't see. */
import { expect, test } from "vitest";
import { member, person } from "../../src/pages/console/access.js";
import { operator } from "../../src/pages/desk/access.js";
import { anybody, visitor } from "../../src/pages/kit/access.js";
import { framed } from "../../src/pages/kit/frames.js";
import { get, post } from "../../src/pages/kit/route.js";
import { ROUTES } from "../../src/pages/routes.js";

const answer = (): string => "/";

test("a page of an account can't be listed without the permission that it takes", () => {
  // @ts-expect-error anybody is no member
  get("/console/:seller_code/ledger", anybody, answer);
  // @ts-expect-error who is signed in belongs to no account yet
  post("/console/:seller_code", person, answer);
  // @ts-expect-error there is no such permission
  get("/console/:seller_code/ledger", member("look"), answer);
  expect(get("/console/:seller_code/ledger", member("payOut"), answer).permission).toBe("payOut");
});

test("a page of the desk is for operators, and a buyer's order for its buyer", () => {
  // @ts-expect-error being signed in is not enough for the desk
  get("/desk", person, answer);
  // @ts-expect-error nor for members of an account
  post("/desk/accounts/:code/suspend", member("manageTeam"), answer);
  // @ts-expect-error an order is not for anybody
  get("/orders/:seller_code/:escrow_id", anybody, answer);
  // @ts-expect-error and what operators may stands before the desk alone
  get("/docs", operator, answer);
  // @ts-expect-error what can be framed knows buyers by the cookies of frames
  get("/embed/:seller_code/pay/:session_id", visitor, answer);
  // @ts-expect-error and those are read nowhere else
  get("/pay/:seller_code/:session_id", framed, answer);
  expect(get("/desk", operator, answer).kind).toBe("operator");
});

test("each address is listed once a method, and what is of the sandbox alone says that live mode has none", () => {
  const names = ROUTES.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(names).size).toBe(names.length);
  const ofConsole = ["/console/:seller_code/webhooks/:endpoint/chaos", "/console/:seller_code/start/test-order"];
  for (const { path, isOfSandbox } of ROUTES) {
    expect(isOfSandbox, path).toBe(path.startsWith("/sandbox/") || ofConsole.includes(path));
  }
});
