/** The dashboards of deploy/grafana ask for what processes show, and every panel can be read. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { OPERATION_IDS } from "@holdfast/contract";
import { describe, expect, test } from "vitest";
import { ROUTES } from "../../../apps/service/src/pages/routes.js";
import { allMetrics } from "./all-metrics.js";

type Panel = {
  readonly id: number;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
};
type Dashboard = { readonly uid: string; readonly title: string; readonly panels: readonly Panel[] };

const FOLDER = fileURLToPath(new URL("../../../deploy/grafana/", import.meta.url));
const NAMES = readdirSync(FOLDER).filter((name) => name.endsWith(".json"));
const dashboards = NAMES.map((name) => JSON.parse(readFileSync(FOLDER + name, "utf8")) as Dashboard);

/** Labels that Prometheus adds to whatever it reads. */
const ADDED = ["job", "instance"];

/** The labels of each metric, as a process shows them. */
async function shown(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const found = new Map<string, Set<string>>([["up", new Set(ADDED)]]);
  for (const [, name = "", labels = ""] of (await allMetrics()).matchAll(/^([a-z]\w*)(?:\{(.*)\})? \S+$/gm)) {
    const known = found.get(name) ?? new Set(ADDED);
    for (const [, label = ""] of labels.matchAll(/(\w+)="/g)) known.add(label);
    found.set(name, known);
  }
  return found;
}

/** Each metric that a query asks for, with its conditions. */
const selectorsOf = (expr: string): readonly { readonly metric: string; readonly conditions: string }[] =>
  [...expr.matchAll(/\b([a-z]\w+)\{([^}]*)\}/g)].map(([, metric = "", conditions = ""]) => ({ metric, conditions }));

const FUNCTIONS = ["sum", "max", "min", "count", "rate", "by", "histogram_quantile"];

/** Names that stand in a query beside its selectors: functions, and labels to group by. */
function restOf(expr: string): { readonly names: readonly string[]; readonly grouped: readonly string[] } {
  const bare = expr.replaceAll(/\b[a-z]\w+\{[^}]*\}(?:\[[^\]]*\])?/g, " ");
  const grouped = [...bare.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels = ""]) => labels.split(/,\s*/));
  const names = bare.replaceAll(/\bby \([^)]*\)/g, " ").match(/[a-z_]\w*/gi) ?? [];
  return { names, grouped };
}

describe.each(dashboards)("$title", ({ panels }) => {
  const queries = panels.flatMap(({ title, targets }) => targets.map((target) => ({ title, ...target })));

  test("asks for metrics and labels that processes show, each of the service alone", async () => {
    const metrics = await shown();
    for (const { title, expr, legendFormat } of queries) {
      const selectors = selectorsOf(expr);
      expect(selectors, `${title}: ${expr}`).not.toEqual([]);
      const { names, grouped } = restOf(expr);
      expect(
        names.filter((name) => !FUNCTIONS.includes(name)),
        `${title}: no metric without job="holdfast"`,
      ).toEqual([]);
      for (const { metric, conditions } of selectors) {
        const labels = metrics.get(metric);
        expect(labels, `${title}: ${metric}`).toBeDefined();
        expect(conditions, `${title}: ${metric}`).toContain('job="holdfast"');
        const asked = [...conditions.matchAll(/(\w+)(?:=|!=|=~|!~)"/g)].map(([, label]) => label);
        const legend = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label);
        for (const label of [...asked, ...grouped, ...legend])
          expect([...(labels ?? [])], `${title}: ${metric} by ${label}`).toContain(label);
      }
    }
  });

  test("names routes that there are", () => {
    const routes = [...ROUTES.map(({ path }) => path), ...OPERATION_IDS, "/callbacks/:provider"];
    for (const [, is, text = ""] of queries.flatMap(({ expr }) => [...expr.matchAll(/\broute(=~|=)"([^"]*)"/g)])) {
      const wanted = is === "=" ? [text] : text.split("|");
      for (const one of wanted)
        expect(
          routes.some((route) => (is === "=" ? route === one : new RegExp(`^(?:${one})$`).test(route))),
          one,
        ).toBe(true);
    }
  });

  test("shows what it groups by, and no panel lies on another", () => {
    for (const { title, expr, legendFormat } of queries) {
      const [, outer = ""] = /^(?:sum|max|min|count) by \(([^)]*)\)/.exec(expr) ?? [];
      for (const label of outer.split(/,\s*/).filter((one) => one !== ""))
        expect(legendFormat, `${title}: ${expr}`).toContain(`{{${label}}}`);
    }
    const places = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
    );
    expect(new Set(places).size).toBe(places.length);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  });
});

test("there is one for each part of a deployment, under an id of its own", () => {
  expect(NAMES.sort()).toEqual(
    ["checkout", "database", "money", "process", "providers", "webhooks"].map((name) => `${name}.json`),
  );
  expect(dashboards.map(({ uid }) => uid).sort()).toEqual(NAMES.map((name) => `holdfast-${name.replace(".json", "")}`));
});

test("every metric of the service is on one of them", async () => {
  const text = dashboards
    .flatMap(({ panels }) => panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)))
    .join(" ");
  const own = [...(await allMetrics()).matchAll(/^# TYPE (holdfast_\w+) /gm)].map(([, name = ""]) => name);
  expect(own.length).toBeGreaterThan(25);
  expect(own.filter((name) => !text.includes(name))).toEqual([]);
});
