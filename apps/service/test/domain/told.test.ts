/** A verb that is one statement: the decision gives the reason, and the statement is the last to refuse. */
import { expect, test } from "vitest";
import { decideThenWrite, refused, type Told, told } from "../../src/domain/told.js";

const isOpen = (state: string): Told<null, "closed"> => (state === "open" ? told(null) : refused("closed"));

/** What each look finds, and what each statement says. */
const verb = (found: (string | null)[], wrote: boolean[]) =>
  decideThenWrite({
    load: async () => found.shift() ?? null,
    decide: isOpen,
    write: async () => wrote.shift() ?? false,
  });

test("what is allowed is written, once", async () => {
  const wrote = [true, true];
  expect(await verb(["open"], wrote)).toEqual(told(null));
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
  expect(await verb(["open", "open"], [false, true])).toEqual(told(null));
  expect(await verb(["open", "open", "open"], [false, false, true])).toEqual(refused("stale"));
});

test("of what is not there nothing is decided", async () => {
  expect(await verb([null], [true])).toEqual(refused("not_found"));
});
