import { expect, test } from "vitest";
// @ts-expect-error plain JavaScript
import { holesVerdict, signaturesVerdict } from "../verdict.mjs";

test("signatures: good, bad, and no answer", () => {
  expect(signaturesVerdict('{"invalid":[],"missing":[]}')).toMatchObject({ kind: "passed" });
  expect(signaturesVerdict('{"invalid":[{"name":"a","version":"1.0.0"}],"missing":[]}')).toEqual({
    kind: "failed",
    sentence: "Without a valid signature: a@1.0.0.",
  });
  expect(signaturesVerdict('{"invalid":[],"missing":[{"name":"b","version":"2.0.0"}]}')).toMatchObject({
    kind: "failed",
  });
  for (const silent of ["", "npm error", '{"error":{"summary":""}}'])
    expect(signaturesVerdict(silent)).toMatchObject({ kind: "skipped" });
});

test("known holes: none, some, and no answer, which names no host", () => {
  const counted = (high: number, critical: number) =>
    JSON.stringify({ metadata: { vulnerabilities: { low: 4, moderate: 1, high, critical } } });
  expect(holesVerdict(counted(0, 0))).toMatchObject({ kind: "passed" });
  expect(holesVerdict(counted(1, 0))).toMatchObject({ kind: "failed" });
  expect(holesVerdict(counted(0, 2))).toMatchObject({ kind: "failed" });
  const silent = holesVerdict('{"message":"405 - POST https://registry.example/x","error":{}}');
  expect(silent.kind).toBe("skipped");
  expect(silent.sentence).not.toMatch(/registry\.example|https?:/);
});
