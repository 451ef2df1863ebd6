/** What Prometheus itself says of the rules and of the dashboards' queries. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "yaml";
import { expect, program, ROOT, tryProgram } from "./machine.mjs";

const RULES = join(ROOT, "deploy/prometheus");
const DASHBOARDS = join(ROOT, "deploy/grafana");

export async function checkPrometheus() {
  const { output } = await program("promtool", ["test", "rules", "alerts.test.yml"], { cwd: RULES });
  expect(output.includes("SUCCESS"), output);
  const queries = readdirSync(DASHBOARDS).flatMap((name) =>
    JSON.parse(readFileSync(join(DASHBOARDS, name), "utf8")).panels.flatMap(({ title, targets }) =>
      targets.map(({ expr }) => ({ name, title, expr })),
    ),
  );
  // A query is a rule to Prometheus once its step is known.
  const rules = queries.map(({ expr }, at) => ({
    record: `query:${at}`,
    expr: expr.replaceAll("$__rate_interval", "5m"),
  }));
  const folder = mkdtempSync(join(tmpdir(), "holdfast-deploy-"));
  try {
    const file = join(folder, "queries.yml");
    writeFileSync(file, stringify({ groups: [{ name: "dashboards", rules }] }));
    const checked = await tryProgram("promtool", ["check", "rules", file]);
    expect(checked.code === 0, checked.output);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return `every alert goes off and stays quiet, and ${queries.length} queries of dashboards are understood`;
}
