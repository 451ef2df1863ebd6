/** A value that the service can't start with; the message names the variable, the value and what it takes. */
export class ConfigError extends Error {}

/** A secret never reaches a log or a terminal. */
export const shown = (name: string, text: string): string =>
  name === "SECRET_KEY"
    ? "(hidden)"
    : /(?:DATABASE|DATABASE_READ|DIRECTORY|SMTP)_URL$/.test(name)
      ? text.replace(/^([a-z]*:\/\/)?.*@/is, "$1***@").replace(/(password=)[^&\s]*/gi, "$1***")
      : text;
