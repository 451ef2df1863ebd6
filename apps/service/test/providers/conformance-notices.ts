/** What a provider notifies us of. */
import type { IncomingHttpHeaders } from "node:http";
import { expect } from "vitest";
import type { CallbackRequest } from "../../src/providers/port.js";
import { always, type StoryTools } from "./conformance-story.js";
import type { Stage } from "./stage.js";

export const TIMED = "a notice that was signed long ago, or is from the future, is forged";
/** Of who notifies us at all. */
export const NOTICED = [
  TIMED,
  "a notice that was changed, or signed by another, is forged",
  "an unsigned notice is believed in nothing",
] as const;
const notifies = ({ told }: Stage): boolean => told === undefined;

export function conformsInNotices({ stage, story, paid }: StoryTools): void {
  // Notices --------------------------------------------------------------------------------------------------------

  story(
    TIMED,
    (one) => notifies(one) && one.isUntimed !== true,
    async () => {
      const { reference } = await paid();
      for (const ago of [301, -330]) {
        const [notice] = await stage().notices(reference, { ago });
        if (notice === undefined) throw new Error("there is no notice");
        expect((await stage().provider.verifyCallback(notice)).kind).toBe("forged");
      }
    },
  );

  story(NOTICED[1], notifies, async () => {
    const refused = stage().isUncovered === true ? /^(hint|forged)$/ : /^forged$/;
    const { reference } = await paid();
    const [notice] = await stage().notices(reference);
    if (notice === undefined) throw new Error("there is no notice");
    const verdict = async (given: CallbackRequest): Promise<string> =>
      (await stage().provider.verifyCallback(given)).kind;
    const { headers, body } = notice;
    expect(await verdict(notice)).not.toBe("forged");
    for (const changed of [
      Buffer.concat([body, Buffer.from(" ")]),
      body.subarray(0, -1),
      Buffer.alloc(0),
      flipped(body),
    ]) {
      expect(await verdict({ ...notice, body: changed })).toMatch(refused);
    }
    const others = { path: "/callbacks/another", host: "evil.example", method: "PUT" } as const;
    for (const part of stage().covers) expect(await verdict({ ...notice, [part]: others[part] }), part).toBe("forged");
    for (const [name, value] of Object.entries(headers)) {
      if (!/signature/.test(name)) continue;
      for (const wrong of wrongSignatures(String(value))) {
        expect(
          await verdict({ ...notice, headers: { ...headers, [name]: wrong } as IncomingHttpHeaders }),
          String(wrong),
        ).not.toBe("genuine");
      }
    }
  });

  story(NOTICED[2], notifies, async () => {
    const { reference } = await paid();
    for (const notice of await stage().notices(reference, { isUnsigned: true })) {
      expect((await stage().provider.verifyCallback(notice)).kind).toMatch(/^(hint|forged)$/);
    }
  });

  story("a notice that is not JSON, or of something else, harms nobody", always, async () => {
    const headers = {};
    for (const text of ["", "{", "null", "[]", '{"order":7}', "x".repeat(262_144)]) {
      const notice = {
        method: "POST",
        path: "/callbacks/x",
        host: "pay.example",
        headers,
        body: Buffer.from(text),
      } as const;
      expect((await stage().provider.verifyCallback(notice)).kind).toMatch(/^(hint|forged)$/);
    }
  });
}

const flipped = (body: Buffer): Buffer => {
  const other = Buffer.from(body);
  const middle = Math.floor(other.length / 2);
  other[middle] = (other[middle] ?? 0) ^ 1;
  return other;
};

/** The header twice, in capitals, cut off, empty, and with another last sign. */
const wrongSignatures = (signed: string): readonly (string | string[] | undefined)[] => [
  [signed, signed],
  signed.slice(0, -2),
  "",
  undefined,
  signed.replace(/[0-9a-f](?=[^0-9a-f]*$)/, (digit) => (digit === "0" ? "1" : "0")),
];
