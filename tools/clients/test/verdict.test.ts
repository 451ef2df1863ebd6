/** What `npm run clients` makes of what other programs say. */
import { expect, test } from "vitest";
// @ts-expect-error plain JavaScript
import { isUnreached, judgeChanges, judgeFindings, sentencesOf, webhookChanges } from "../verdict.mjs";

test.each([
  ["npm error code EAI_AGAIN\nnpm error syscall getaddrinfo", true],
  ["ERROR: Could not find a version that satisfies the requirement x (NewConnectionError: Failed to establish)", true],
  ["go: proxy: dial tcp: lookup proxy: no such host", true],
  ["npm error code EINTEGRITY", false],
  ["ERROR: No matching distribution found for schemathesis==99", false],
  ["verifying module: checksum mismatch", false],
])("%s: a registry that is silent is told from one that says no", (output, silent) => {
  expect(isUnreached(output)).toBe(silent);
});

const CURSORS = { check: "accepts", says: "^cursor: Not a cursor", why: "cursors are opaque" };
const finding = (...says: string[]) => ({ check: "accepts", operation: "GET /events", status: 400, says });

test("a finding is allowed when a rule of its check has every sentence that was said", () => {
  const opaque = "cursor: Not a cursor of this list.";
  const { refused, used } = judgeFindings([finding(opaque), finding(opaque)], [CURSORS]);
  expect(refused).toEqual([]);
  expect([...used]).toEqual([["cursors are opaque", 2]]);
  expect(judgeFindings([finding(opaque, "limit: Takes a whole number.")], [CURSORS]).refused).toHaveLength(1);
  expect(judgeFindings([finding()], [CURSORS]).refused).toEqual(["GET /events 400: accepts: no reason given"]);
  expect(judgeFindings([{ ...finding(opaque), check: "not_a_server_error" }], [CURSORS]).refused).toHaveLength(1);
});

test("a refusal is read field by field, else by its message", () => {
  const error = { message: "Not valid.", details: { cursor: ["Not a cursor."], limit: ["Too low.", "Too odd."] } };
  expect(sentencesOf({ error })).toEqual(["cursor: Not a cursor.", "limit: Too low.", "limit: Too odd."]);
  expect(sentencesOf({ error: { message: "No such object." } })).toEqual(["No such object."]);
  expect(sentencesOf(undefined)).toEqual([]);
});

const change = (fingerprint: string, level: number) => ({ id: "x", text: "t", level, fingerprint });
const accepted = [{ why: "renamed", changes: { a: "one", b: "another" } }];

test("a breaking change under the same date is accepted by name, or refused", () => {
  const changes = [change("a", 3), change("b", 2), change("c", 3), change("d", 1)];
  const verdict = judgeChanges(changes, { accepted, sameDate: true });
  expect(verdict).toMatchObject({ additive: 1, breaking: 3, gone: [] });
  expect(verdict.refused).toEqual(["c  x: t"]);
  expect(judgeChanges(changes, { accepted, sameDate: false }).refused).toEqual([]);
});

test("what was accepted and is not there any more is told", () => {
  expect(judgeChanges([change("a", 3)], { accepted, sameDate: true })).toMatchObject({ refused: [], gone: ["b"] });
});

test("a type of event or a header that receivers would miss is a breaking change, one that is new is none", () => {
  const shared = { components: { parameters: { Signature: { name: "X-Escrow-Signature" } } } };
  const hook = (...parameters: object[]) => ({ post: { parameters } });
  const before = {
    ...shared,
    webhooks: {
      ping: hook({ $ref: "#/components/parameters/Signature" }, { name: "User-Agent" }),
      "escrow.gone": hook(),
    },
  };
  const after = { ...shared, webhooks: { ping: hook({ name: "User-Agent" }, { name: "webhook-id" }), new: hook() } };
  expect(
    webhookChanges(before, after).map(({ text, level }: { text: string; level: number }) => [text, level]),
  ).toEqual([
    ["X-Escrow-Signature of ping is gone", 3],
    ["escrow.gone is gone", 3],
  ]);
  expect(webhookChanges(before, before)).toEqual([]);
});
