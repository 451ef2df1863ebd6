/**
 * The line between cells: questions over HTTP to OPS_PORT of another cell, at the address that the directory has of it. Each bears
 * a mark made with SECRET_KEY, which all cells share, over what is asked and when, so nobody else is answered.
 */
import type { CellConfig } from "../config/index.js";
import { openResolver } from "../outbound/resolve.js";
import { openSender } from "../outbound/send.js";
import { unixSeconds } from "../platform/clock.js";
import { deriveKeys, isMac, type Keys, mac } from "../platform/keys.js";
import type { Log } from "../platform/log.js";
import {
  type Answering,
  type FromCell,
  fromText,
  type OtherCells,
  type Question,
  toText,
} from "../platform/other-cells.js";
import type { Directory } from "./directory.js";

/** Bears the mark: the cell that asks, Unix seconds, and the HMAC in base64url. */
const MARK_HEADER = "holdfast-line";

export type Line = {
  readonly others: OtherCells;
  close(): Promise<void>;
};

/** What came in at OPS_PORT. */
export type LineRequest = { readonly name: string; readonly mark: string; readonly body: string };
export type LineAnswer = { readonly status: 200 | 401 | 404; readonly body: string };

/** A page waits for it. */
const PATIENCE_MS = 2_000;
const ANSWER_BYTES_MAX = 16 * 1_048_576;
/** How far clocks of machines may be apart. */
const AGE_SECONDS_MAX = 60;

const keysOf = (secretKeys: Keys): Keys => deriveKeys(secretKeys, "line between cells");

const marked = (cell: string, seconds: string, { name, body }: Omit<LineRequest, "mark">): string =>
  `${cell} ${seconds} ${name} ${body}`;

export function openLine(
  { cell }: Pick<CellConfig, "cell">,
  {
    directory,
    secretKeys,
    extraCa,
    log,
  }: {
    readonly directory: Pick<Directory, "listOthers">;
    readonly secretKeys: Keys;
    readonly extraCa: string | null;
    readonly log: Log;
  },
): Line {
  const keys = keysOf(secretKeys);
  const resolver = openResolver();
  // Of other cells: inside, where nothing else is dialled.
  const allowedOrigins: string[] = [];
  const sender = openSender({
    policy: { allowedOrigins },
    resolver,
    limits: { headMs: PATIENCE_MS, bodyMs: PATIENCE_MS, bodyBytes: ANSWER_BYTES_MAX },
    ...(extraCa === null ? {} : { extraCa }),
  });
  const askOne = async (address: string, name: string, body: string): Promise<string> => {
    const { origin } = new URL(address);
    if (!allowedOrigins.includes(origin)) allowedOrigins.push(origin);
    const seconds = String(unixSeconds());
    const mark = mac(keys, marked(cell, seconds, { name, body })).toString("base64url");
    const answer = await sender.send({
      url: `${origin}/cells/ask/${name}`,
      headers: { "content-type": "text/plain", [MARK_HEADER]: `${cell} ${seconds} ${mark}` },
      body,
    });
    if (answer.kind === "failed") throw new Error(answer.error);
    if (answer.status !== 200 || !answer.isComplete) throw new Error(`it answered with HTTP ${answer.status}`);
    return answer.body;
  };
  const ask = async <Asked, Answer>(
    { name }: Question<Asked, Answer>,
    asked: Asked,
  ): Promise<readonly FromCell<Answer>[]> => {
    const body = toText(asked);
    return Promise.all(
      (await directory.listOthers()).map(async ({ cell: other, address }) => {
        try {
          if (address === null) throw new Error("it has no CELL_URL");
          return { cell: other, answer: fromText(await askOne(address, name, body)) as Answer };
        } catch (error) {
          log.warn({ cell: other, question: name, reason: (error as Error).message }, "a cell is away");
          return { cell: other, answer: null };
        }
      }),
    );
  };
  return {
    others: { areThere: true, here: cell, ask },
    close: async () => {
      await sender.close();
      resolver.close();
    },
  };
}

const MARK = /^([a-z][a-z0-9-]{0,30}) (\d{1,12}) ([\w-]{43})$/;

/** Answers what another cell asks: 401 for anybody else, 404 for a question of a later version. */
export function answerLine(
  secretKeys: Keys,
  answers: readonly Answering[],
): (request: LineRequest) => Promise<LineAnswer> {
  const keys = keysOf(secretKeys);
  const byName = new Map(answers.map((one) => [one.name, one]));
  return async ({ name, mark, body }) => {
    const [, cell = "", seconds = "", given = ""] = MARK.exec(mark) ?? [];
    const isLate = Math.abs(unixSeconds() - Number(seconds)) > AGE_SECONDS_MAX;
    const isTheirs = isMac(keys, Buffer.from(given, "base64url"), marked(cell, seconds, { name, body }));
    if (isLate || !isTheirs) return { status: 401, body: "another cell's mark is missing\n" };
    const found = byName.get(name);
    if (found === undefined) return { status: 404, body: "unknown\n" };
    return { status: 200, body: toText(await found.answer(fromText(body))) };
  };
}
