/** The blocks of docs/deploy that are marked `deploy`, run one by one as somebody who pastes them would. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readBlocks } from "../testing/blocks.ts";
import { expect, ROOT, tryProgram } from "./machine.mjs";

/** @param heading only what stands below it, up to the next of its depth. */
export function blocksOf(file, heading = null) {
  const markdown = readFileSync(join(ROOT, file), "utf8");
  const lines = markdown.split("\n");
  const from = heading === null ? 0 : lines.indexOf(`## ${heading}`);
  expect(from !== -1, `${file} has no heading ${heading}`);
  const next = lines.findIndex((line, at) => at > from && heading !== null && line.startsWith("## "));
  const isWithin = ({ line }) => line > from && (next === -1 || line <= next);
  return readBlocks(file, markdown).filter((block) => block.treatment === "deploy" && isWithin(block));
}

/** @param words of the document in place of which this machine's stand. @returns what it prints. */
export async function runBlock({ file, line, code }, { cwd, env, words = {} }) {
  const script = Object.entries(words).reduce((text, [from, to]) => text.replaceAll(from, to), code);
  const { code: ended, output } = await tryProgram("bash", ["-euo", "pipefail", "-c", script], { cwd, env });
  expect(ended === 0, `${file}:${line}\n${output.slice(-3_000)}`);
  return output;
}
