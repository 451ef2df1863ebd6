/** A double of the tests as a program that a judge can run. */
import { join } from "node:path";
import { rolldown } from "rolldown";
import { ROOT } from "../clients/process.mjs";
import { CACHE } from "./tools.mjs";

/** What the double of a provider exports. */
export async function doubleOf(provider) {
  const input = join(ROOT, `apps/service/test/providers/${provider}/double.ts`);
  const bundle = await rolldown({ input, platform: "node", logLevel: "silent" });
  const program = join(CACHE, `${provider}-double.mjs`);
  await bundle.write({ file: program, format: "esm" });
  return import(program);
}
