/**
 * For a shop under test, brought in before it by `--import`: kills its process, as SIGKILL does, where the file that FALL_AT names
 * says. The file goes with the process, so the shop falls once and comes back whole.
 */
import fs from "node:fs";
import { createRequire } from "node:module";
import { POINTS, REFUND_POINTS } from "./points.mjs";

const { FALL_AT: file = "" } = process.env;

/** @param {"asked" | "written" | "committed"} when @param {string} what path of a request, or a statement and its values */
function fallAt(when, what) {
  for (const { name, when: at, what: pattern } of [...POINTS, ...REFUND_POINTS]) {
    if (at !== when || !pattern.test(what) || !fs.existsSync(file) || fs.readFileSync(file, "utf8") !== name) continue;
    fs.rmSync(file);
    process.kill(process.pid, "SIGKILL");
  }
}

const { fetch } = globalThis;
globalThis.fetch = async (...request) => {
  const answer = await fetch(...request);
  fallAt("asked", new URL(String(request[0]?.url ?? request[0])).pathname);
  return answer;
};

/** What a connection has written in its transaction. */
const written = new WeakMap();
const { Client } = createRequire(process.argv[1])("pg");
const { query } = Client.prototype;

Client.prototype.query = function (...given) {
  const [statement, values] = given;
  const sql = typeof statement === "string" ? statement : String(statement?.text);
  if (/^\s*(?:begin|start transaction)/i.test(sql)) written.set(this, []);
  const all = [sql, ...(Array.isArray(values) ? values : (statement?.values ?? []))].join(" ");
  if (!/^\s*commit/i.test(sql)) {
    written.get(this)?.push(all);
    return query.apply(this, given);
  }
  const made = written.get(this) ?? [];
  for (const one of made) fallAt("written", one);
  const committed = () => {
    for (const one of made) fallAt("committed", one);
  };
  const callback = given.at(-1);
  if (typeof callback === "function")
    return query.call(this, ...given.slice(0, -1), (...answer) => {
      committed();
      callback(...answer);
    });
  return query.apply(this, given).then((answer) => {
    committed();
    return answer;
  });
};
