/** Requests to Stripe: `application/x-www-form-urlencoded`, nested by brackets, as `line_items[0][price_data][currency]=usd`. */

type FormValue = string | number | bigint | boolean | readonly FormValue[] | Form;

/** What is `undefined` is left out. */
export type Form = { readonly [name: string]: FormValue | undefined };

export function encodeForm(form: Form): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(form)) append(pairs, name, value);
  return pairs.toString();
}

function append(pairs: URLSearchParams, name: string, value: FormValue | undefined): void {
  if (value === undefined) return;
  if (typeof value === "object") {
    for (const [key, inner] of Object.entries(value)) append(pairs, `${name}[${key}]`, inner);
  } else {
    pairs.append(name, String(value));
  }
}
