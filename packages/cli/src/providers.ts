/** `holdfast providers …`: who takes and pays money, what they told us, and what they were asked. */
import * as admin from "@holdfast/service/admin";
import { type Entering, lines, run } from "./run.js";

const when = (seconds: number): string => new Date(seconds * 1000).toISOString();

const providerLines = ({ name, account, mode, balance, capabilities, problems }: admin.ProviderObject): string =>
  [
    `${name}: ${account ?? "does not answer"}${mode === null ? "" : `, ${mode} mode`}`,
    ...Object.entries(balance).map(([currency, amount]) => `  balance ${amount} ${currency}`),
    ...capabilities.map((line) => `  ${line}`),
    ...problems.map((problem) => `  WRONG: ${problem}`),
  ].join("\n");

const noticeLine = (notice: admin.NoticeObject): string =>
  [
    when(notice.received),
    notice.provider,
    notice.status.padEnd(7),
    notice.notice_id,
    notice.error,
    JSON.stringify(notice.reports),
  ].join("  ");

const objectLine = (object: admin.KeptObject): string =>
  [
    when(object.asked_at),
    object.provider,
    object.kind,
    object.reference,
    object.status.padEnd(9),
    object.their_id ?? "-",
    object.asks === 1 ? "asked once" : `asked ${object.asks} times, last ${when(object.last_asked_at)}`,
  ].join("  ");

export function enterProviders({ group, add }: Entering): void {
  const providers = group("providers", "who takes payments and pays out");
  add(
    providers,
    "check",
    "ask each provider for its account, mode and balance; exits 1 when something is wrong",
  ).action((options: { json?: boolean }) =>
    run(options.json === true, async (db, config) => {
      const value = await admin.checkProviders(db, config);
      const refused = value.some(({ problems }) => problems.length > 0);
      return { value, text: lines(value.map(providerLines), "there is no provider"), refused };
    }),
  );
  add(providers, "notices", "list what providers told us that nobody could book, the oldest first").action(
    (options: { json?: boolean }) =>
      run(options.json === true, async (db) => {
        const value = await admin.providerNotices(db);
        return { value, text: lines(value.map(noticeLine), "nothing waits") };
      }),
  );
  add(
    providers,
    "objects <reference>",
    "show what providers were asked under a reference of ours, or an id of theirs",
  ).action((reference: string, options: { json?: boolean }) =>
    run(options.json === true, async (db) => {
      const value = await admin.providerObjects(db, reference);
      return { value, text: lines(value.map(objectLine), "nobody was asked") };
    }),
  );
}
