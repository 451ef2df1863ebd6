/**
 * Builds what the plugin adds to Medusa's admin, with the shop's packages: `.medusa/server/src/admin` of packages/medusa. Medusa's
 * bundler works in the folder that it is called in, and writes beside the sources, so it gets a copy.
 */
import fs from "node:fs";
import { join } from "node:path";
import bundler from "@medusajs/admin-bundler";

const PLUGIN = join(import.meta.dirname, "../../packages/medusa");
const copy = join(import.meta.dirname, ".medusa/plugin");

fs.rmSync(copy, { recursive: true, force: true });
for (const part of ["package.json", "src/admin"]) fs.cpSync(join(PLUGIN, part), join(copy, part), { recursive: true });
process.chdir(copy);
await bundler.plugin({ root: copy, outDir: join(PLUGIN, ".medusa/server") });
