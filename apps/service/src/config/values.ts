/** How values of several settings are read: null for what can't be used. */

/** Some of what is known, by commas, once each. */
export function someIn<const Known extends string>(text: string, known: readonly Known[]): readonly Known[] | null {
  const given = text.split(",").map((part) => known.find((one) => one === part.trim()));
  const found = given.filter((one) => one !== undefined);
  return found.length === given.length && new Set(found).size === found.length ? found : null;
}

/** One or two secrets by a comma, while one takes the place of the other; or so many. */
export function secretsIn(text: string, pattern: RegExp, most = 2): readonly string[] | null {
  const secrets = text.split(",").map((part) => part.trim());
  const isUsable = secrets.length <= most && new Set(secrets).size === secrets.length;
  return isUsable && secrets.every((secret) => pattern.test(secret)) ? secrets : null;
}

/** With http or https, and nothing behind the host. */
export function originIn(text: string): string | null {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text ? text : null;
}
