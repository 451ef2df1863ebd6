/** The service as a program, at the pace that PACE asks for: a story need not wait as long as a deployment does. */
import { run } from "@holdfast/service/run";

await run(JSON.parse(process.env["PACE"] ?? "{}"));
