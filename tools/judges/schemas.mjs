/** OpenAPI 3.0 as JSON Schema: what may be null says so, and what is no rule is left out. */

const DROPPED = new Set(["nullable", "format", "maxLength"]);

/** @param id under which the validator knows the whole document. */
export function plain(schema, id) {
  if (Array.isArray(schema)) return schema.map((one) => plain(one, id));
  if (typeof schema !== "object" || schema === null) return schema;
  const kept = Object.entries(schema).filter(([name, value]) => {
    const isRule = typeof value !== "object" || value === null;
    return !name.startsWith("x-") && !(DROPPED.has(name) && isRule);
  });
  const made = Object.fromEntries(
    kept.map(([name, value]) => [name, name === "$ref" ? value.replace(/^#/, `${id}#`) : plain(value, id)]),
  );
  return schema.nullable === true ? { anyOf: [made, { type: "null" }] } : made;
}

export const patternOf = (path) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
