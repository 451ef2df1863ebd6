/** WordPress and WooCommerce as their distributors ship them: a folder or a zip each, named by two variables. */
import fs from "node:fs";
import { basename, delimiter, join } from "node:path";
import { mustRun } from "../../../tools/clients/process.mjs";

/** The file that tells the folder from one around it. */
const MARKS = { WORDPRESS: "wp-load.php", WOOCOMMERCE: "woocommerce.php" };
const PROGRAMS = ["php", "mariadbd", "mariadb-install-db"];
const EXTENSIONS = ["mysqli", "curl", "mbstring", "xml", "intl", "gd", "zip"];

/** @returns {Promise<string | null>} what this machine lacks */
export async function findMissing() {
  const unset = Object.keys(MARKS).filter((name) => (process.env[name] ?? "") === "");
  if (unset.length > 0) return `set ${unset.join(" and ")} to a folder or a zip of it`;
  const lost = Object.keys(MARKS).find((name) => !fs.existsSync(process.env[name]));
  if (lost !== undefined) return `${lost} names ${process.env[lost]}, which is not there`;
  const absent = PROGRAMS.filter((program) => !has(program));
  if (absent.length > 0) return `this machine has no ${absent.join(", no ")} (Debian: php-cli and mariadb-server)`;
  const { stdout } = await mustRun("php", ["-m"]);
  const left = EXTENSIONS.filter((name) => !stdout.split(/\s+/).includes(name));
  return left.length === 0
    ? null
    : `PHP lacks ${left.join(", ")} (Debian: ${left.map((name) => `php-${name}`).join(" ")})`;
}

/** Debian keeps servers where only root looks. */
export const PATH = [process.env.PATH ?? "", "/usr/local/sbin", "/usr/sbin"].join(delimiter);

const has = (program) => PATH.split(delimiter).some((folder) => folder !== "" && fs.existsSync(join(folder, program)));

/** Both as folders; a zip is unpacked below `folder`. */
export async function openDistributions(folder) {
  const [wordpress, woocommerce] = await Promise.all(Object.keys(MARKS).map((name) => open(name, folder)));
  return { wordpress, woocommerce };
}

async function open(name, folder) {
  const given = process.env[name];
  if (fs.statSync(given).isDirectory()) return within(name, given);
  const target = join(folder, name.toLowerCase());
  const code = "$zip = new ZipArchive(); exit($zip->open($argv[1]) === true && $zip->extractTo($argv[2]) ? 0 : 1);";
  await mustRun("php", ["-r", code, given, target]);
  return within(name, target);
}

/** The folder itself, or the one in it that the zip was made of. */
function within(name, folder) {
  const found = [folder, ...fs.readdirSync(folder).map((inner) => join(folder, inner))].find((one) =>
    fs.existsSync(join(one, MARKS[name])),
  );
  if (found === undefined) throw new Error(`${name} names ${basename(folder)}, which has no ${MARKS[name]} in it`);
  return found;
}
