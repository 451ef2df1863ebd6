/** A flood of sign-ups costs us no more than a network may ask for, and no sign-in waits for it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { known, newEmail, PASSWORD, signUpFields } from "../console/people.js";
import { startWorld, type World } from "../harness.js";
import { csrfOf, newVisitor, type Visitor } from "../visitor.js";

/** Sign-ups that a network may ask for at once. */
const MOST = 20;

let world: World;
beforeAll(async () => {
  world = await startWorld({ trustedProxies: ["127.0.0.1"] });
});
afterAll(() => world.close());

/** A form from an address of its own, as a load balancer hands it on. */
async function sendFrom(visitor: Visitor, address: string, [path, fields]: [string, Record<string, string>]) {
  const csrf = csrfOf((await visitor.get("/console/forgotten")).html);
  const body = new URLSearchParams({ csrf, ...fields }).toString();
  return visitor.postRaw(path, body, { "X-Forwarded-For": address });
}

test("while one network floods the sign-up, others sign in before the next in its line", async () => {
  const sellers = await Promise.all(Array.from({ length: 5 }, () => known(world)));
  const eve = newVisitor(world);
  const csrf = csrfOf((await eve.get("/console/forgotten")).html);
  let signedUp = 0;
  const flood = Array.from({ length: 60 }, async () => {
    const body = new URLSearchParams({ csrf, ...signUpFields(newEmail()) }).toString();
    const { status } = await eve.postRaw("/console/sign-up", body, { "X-Forwarded-For": "198.51.100.7" });
    if (status === 303) signedUp += 1;
  });
  for (const [at, { email }] of sellers.entries()) {
    const fields = { email, password: PASSWORD };
    const answer = await sendFrom(newVisitor(world), `203.0.113.${at}`, ["/console/sign-in", fields]);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/console"]);
    // In a line for all, the first of them would wait until the network had all that it may ask for.
    if (at === 0) expect(signedUp).toBeLessThan(MOST);
  }
  await Promise.all(flood);
  expect(signedUp).toBeLessThanOrEqual(MOST);
}, 60_000);

test("a network that may ask for no more codes costs no hash", async () => {
  const full = "update sign_in_windows set codes = 300 where kind = 'network' and subject = '198.51.100.7'";
  await world.people.query({ name: "test: a full network", text: full });
  const eve = newVisitor(world);
  const spent = process.cpuUsage();
  for (let tries = 0; tries < 20; tries += 1) {
    const answer = await sendFrom(eve, "198.51.100.7", ["/console/sign-up", signUpFields(newEmail())]);
    expect([answer.status, answer.html.includes("Too many codes")]).toEqual([429, true]);
  }
  const { user } = process.cpuUsage(spent);
  // Twenty hashes would take more than two seconds.
  expect(user / 1_000_000).toBeLessThan(1.5);
});
