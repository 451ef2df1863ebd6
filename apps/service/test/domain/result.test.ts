/** A verb that is one statement: the decision gives the reason, and the statement is the last to refuse. */
import { expect, test } from "vitest";
import { decideThenWrite, ok, type Result, refused } from "../../src/domain/result.js";

const isOpen = (state: string): Result<null, "closed"> => (state === "open" ? ok(null) : refused("closed"));

/** What each look finds, and what each statement says. */
const verb = (found: (string | null)[], wrote: boolean[]) =>
  decideThenWrite({
    load: async () => found.shift() ?? null,
    decide: isOpen,
    write: async () => wrote.shift() ?? false,
  });

test("what is allowed is written, once", async () => {
  const wrote = [true, true];
  expect(await verb(["open"], wrote)).toEqual(ok(null));
  expect(wrote).toHaveLength(1);
});

test("what is refused is not written, and has its reason", async () => {
  const wrote = [true];
  expect(await verb(["closed"], wrote)).toEqual(refused("closed"));
  expect(wrote).toHaveLength(1);
});

test("where another was faster, the reason is that of what is there now", async () => {
  expect(await verb(["open", "closed"], [false])).toEqual(refused("closed"));
  expect(await verb(["open", null], [false])).toEqual(refused("not_found"));
});

test("what is allowed once more is tried once more, and no more than that", async () => {
  expect(await verb(["open", "open"], [false, true])).toEqual(ok(null));
  expect(await verb(["open", "open", "open"], [false, false, true])).toEqual(refused("stale"));
});

test("of what is not there nothing is decided", async () => {
  expect(await verb([null], [true])).toEqual(refused("not_found"));
});
