/** The release that runs, as package.json has it. */
import { readFileSync } from "node:fs";
import { Gauge, type Registry } from "prom-client";

export function readVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
    readonly version: string;
  };
  return version;
}

/** Shows it as a metric. */
export function showVersion(registers: Registry[]): void {
  const help = "Always 1; its label is the release that this process runs.";
  new Gauge({ name: "holdfast_build_info", help, labelNames: ["version"], registers }).set(
    { version: readVersion() },
    1,
  );
}
