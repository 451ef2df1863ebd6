/** What `holdfast doctor` prints for people: a line for each check, and all there is to know of what did not hold. */
import type { Report } from "@holdfast/service/admin";

type Finding = Report["findings"][number];

const MARKS = { pass: "pass", warn: "WARN", fail: "FAIL", unknown: "?   " } as const satisfies Record<
  Finding["verdict"],
  string
>;

export function writeReport(report: Report): string {
  const { findings, counts, requests, duration_ms: took } = report;
  const groups = new Map(findings.map(({ group }) => [group, findings.filter((one) => one.group === group)]));
  return [
    `${report.url}, ${report.scope === "orders" ? "with events of made-up orders" : "with pings and what must be refused, and nothing else"}`,
    ...[...groups].flatMap(([group, own]) => ["", group, ...own.flatMap(linesOf)]),
    "",
    `${counts.pass} passed, ${counts.warn} to watch, ${counts.fail} failed, ${counts.unknown} can't tell; ${requests} ${requests === 1 ? "request" : "requests"} in ${(took / 1_000).toFixed(1)} s`,
  ].join("\n");
}

function linesOf(finding: Finding): readonly string[] {
  const { verdict, title, found, cause, remedy } = finding;
  const head = `  ${MARKS[verdict]}  ${title}`;
  if (verdict === "pass") return [`${head}: ${found}${traffic(finding)}`];
  return [
    head,
    indent(found + traffic(finding)),
    ...(cause === null ? [] : [indent(`Likely cause: ${cause}`)]),
    ...(remedy === null ? [] : [indent(`Mend it: ${remedy}`)]),
    ...(verdict === "unknown" ? [] : (finding.exchanges.slice(-1).flatMap(exchangeLines) as readonly string[])),
  ];
}

/** How much went to and fro. */
function traffic({ exchanges }: Finding): string {
  if (exchanges.length === 0) return "";
  const sent = exchanges.reduce((sum, one) => sum + one.sent.bytes, 0);
  const received = exchanges.reduce((sum, one) => sum + (one.received?.bytes ?? 0), 0);
  return ` (${sent.toLocaleString("en")} bytes sent, ${received.toLocaleString("en")} received)`;
}

const exchangeLines = ({ sent, received, error }: Finding["exchanges"][number]): readonly string[] => [
  ...quoted(sent.text, ">"),
  ...quoted(received?.text ?? error ?? "", "<"),
];

const quoted = (text: string, mark: string): readonly string[] =>
  text.split("\n").map((line) => indent(`${mark} ${visible(line)}`).trimEnd());

/** A receiver's answer moves no cursor and paints nothing. */
const visible = (line: string): string => line.replaceAll(/\p{Cc}/gu, "\u{FFFD}").slice(0, LINE_MAX);

const LINE_MAX = 400;
const indent = (line: string): string => `        ${line}`;
