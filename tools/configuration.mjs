/** The reference of settings, from the table that processes read them by. */
import { ABOUT, VARIABLES } from "../apps/service/dist/config/variables.js";

const HEAD = `<!-- Generated from apps/service/src/config/variables.ts by npm run docs. Change it there. -->

# Configuration

Settings are environment variables. A file named \`.env\` in the working directory fills in what the environment leaves out. If a value can't be used,
the service doesn't start: it prints one line with the variable, its value and what it takes, and exits with code 78. \`holdfast config check\` lists everything that is
wrong at once, misspelt names too.

Secrets, marked with *, can also lie in a file: name it in the same variable with \`_FILE\` at its end, such as \`SECRET_KEY_FILE=/run/secrets/key\`.`;

const cell = (text) => text.replaceAll("|", "\\|");
const row = ([name, { default: standing, meaning, isSecret }]) =>
  `| \`${name}\`${isSecret ? " *" : ""} | ${cell(standing)} | ${cell(meaning)} |`;

const section = ([title, variables]) =>
  [
    `## ${title}`,
    ...(ABOUT[title] === undefined ? [] : [ABOUT[title]]),
    ["| name | default | meaning |", "|---|---|---|", ...Object.entries(variables).map(row)].join("\n"),
  ].join("\n\n");

export const configurationPage = () => `${[HEAD, ...Object.entries(VARIABLES).map(section)].join("\n\n")}\n`;
