/** A report as JUnit XML, which every CI shows: a suite for each group, a case for each check. */
import { type Finding, GROUPS, type Report } from "./report.js";

export function writeJunit({ findings, duration_ms, counts, url }: Report): string {
  const suites = GROUPS.map((group) =>
    suite(
      group,
      findings.filter((one) => one.group === group),
    ),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="${escaped(`holdfast doctor ${url}`)}" tests="${findings.length}" failures="${counts.fail}" skipped="${counts.unknown}" time="${seconds(duration_ms)}">
${suites.join("\n")}
</testsuites>
`;
}

function suite(name: string, findings: readonly Finding[]): string {
  const count = (verdict: Finding["verdict"]): number => findings.filter((one) => one.verdict === verdict).length;
  return `  <testsuite name="${name}" tests="${findings.length}" failures="${count("fail")}" errors="0" skipped="${count("unknown")}">
${findings.map(testCase).join("\n")}
  </testsuite>`;
}

function testCase(finding: Finding): string {
  const { group, check, title, verdict, found, exchanges } = finding;
  const took = exchanges.reduce((sum, { duration_ms }) => sum + duration_ms, 0);
  const head = `    <testcase classname="holdfast.doctor.${group}" name="${escaped(`${check}: ${title}`)}" time="${seconds(took)}">`;
  const body = {
    pass: "",
    warn: `<system-out>${escaped(sentences(finding))}</system-out>`,
    fail: `<failure message="${escaped(found)}">${escaped(sentences(finding))}</failure>`,
    unknown: `<skipped message="${escaped(found)}"/>`,
  }[verdict];
  return `${head}${body}</testcase>`;
}

const sentences = ({ found, cause, remedy, exchanges }: Finding): string =>
  [
    found,
    ...(cause === null ? [] : [`Likely cause: ${cause}`]),
    ...(remedy === null ? [] : [`Mend it: ${remedy}`]),
    ...exchanges.flatMap(({ sent, received, error }) => ["", sent.text, "", received?.text ?? error ?? ""]),
  ].join("\n");

const seconds = (ms: number): string => (ms / 1_000).toFixed(3);

/** XML 1.0 has no way to write most control characters. */
const escaped = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\u{FFFD}")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
