/** Where traces go, and how many of them: under the names that OpenTelemetry has for it. */
import type { TraceSettings } from "../platform/traces.js";
import type { Settings } from "./settings.js";

/** Null: there are none. */
export function readTraces({ text, optional }: Settings): TraceSettings | null {
  const given = {
    endpoint: optional("OTEL_EXPORTER_OTLP_ENDPOINT", "an http or https URL, such as http://collector:4318", urlIn),
    headers: optional("OTEL_EXPORTER_OTLP_HEADERS", "name=value, separated by commas, such as x-api-key=…", headersIn),
    share: optional("OTEL_TRACES_SAMPLER_ARG", "a number from 0 to 1, such as 0.1", shareIn),
  };
  if (given.endpoint === null) return null;
  return {
    endpoint: given.endpoint,
    headers: given.headers ?? {},
    serviceName: text("OTEL_SERVICE_NAME") || "holdfast",
    share: given.share ?? 1,
  };
}

function urlIn(text: string): string | null {
  const url = URL.parse(text);
  const isUsable = url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.search === "";
  return isUsable && url.hash === "" ? url.href : null;
}

function headersIn(text: string): Readonly<Record<string, string>> | null {
  const pairs = text
    .split(",")
    .map((pair) => /^\s*([\w-]+)\s*=\s*([\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)\s*$/.exec(pair));
  return pairs.every((pair) => pair !== null)
    ? Object.fromEntries(pairs.map(([, name = "", value = ""]) => [name.toLowerCase(), decodedOf(value)]))
    : null;
}

/** As OpenTelemetry has it: a comma in a value is `%2C`. */
function decodedOf(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

const shareIn = (text: string): number | null =>
  /^(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?)$/.test(text) ? Number(text) : null;
