/** `holdfast reconcile`: reads providers' statements now, books them, and says what differs from our books. */
import * as admin from "@holdfast/service/admin";
import type { Command } from "commander";
import { type Entering, lines, run } from "./run.js";

const when = (seconds: number): string => new Date(seconds * 1000).toISOString();

const providerLine = ({ name, lines: read, told_until, balances, error }: admin.ReconciledObject): string =>
  [
    `${name}: ${read} new lines, told until ${told_until === null ? "never" : when(told_until)}`,
    ...Object.entries(balances).map(
      ([currency, { said, booked }]) => `  ${currency} ${booked} booked, ${said ?? "nothing"} said`,
    ),
    ...(error === null ? [] : [`  WRONG: not read to its end: ${error}`]),
  ].join("\n");

type Found = admin.ReconciliationObject;

/** Nothing is written in as many ways as there are numbers of decimals. */
const isOff = (off: string | null): boolean => off !== null && /[1-9]/.test(off);

type Covered = NonNullable<Found["client_money"]>;

const lyingLine = ({ currency, there, worth, rate }: Covered["currencies"][number]): string =>
  currency === "USD"
    ? `  USD ${there}`
    : worth === null || rate === null
      ? `  WRONG: ${currency} ${there} counts as nothing: there is no rate`
      : `  ${currency} ${there} is ${worth} USD, at ${rate.rate} for a dollar (${rate.source}, ${when(rate.at)})`;

const fxLine = ({ day, currency, gain, gain_in_all: inAll, rate }: Found["fx"][number]): string =>
  `${day}  exchange  ${currency}  ${gain ?? "unknown"} USD, ${inAll ?? "unknown"} in all${rate === null ? "" : `, at ${rate.rate}`}`;

const dayLine = ({
  day,
  provider,
  currency,
  lines: count,
  opening,
  moved,
  closing,
  off,
}: Found["days"][number]): string =>
  [
    `${day}  ${provider}  ${currency}  ${opening} + ${moved} = ${closing}, ${count} lines`,
    ...(!isOff(off) ? [] : [`  WRONG: it said ${off} more than its lines add up to`]),
  ].join("\n");

const differenceLine = (one: Found["differences"][number]): string =>
  [
    one.id,
    when(one.at),
    one.provider,
    one.class,
    `${one.amount} ${one.currency}`,
    one.type ?? "-",
    one.reference ?? one.object ?? one.line ?? "-",
    one.looked_after_by ?? "nobody looks",
  ].join("  ");

function textOf({ providers, client_money: money, fx, days, differences }: Found): string {
  const cover =
    money === null
      ? []
      : [
          `client money: ${money.there} USD of ${money.owed} is there${money.covered ? "" : "\n  WRONG: it is not covered"}`,
          ...money.currencies.filter(({ there }) => /[1-9]/.test(there)).map(lyingLine),
        ];
  return [
    ...providers.map(providerLine),
    ...cover,
    ...fx.map(fxLine),
    ...days.map(dayLine),
    lines(differences.map(differenceLine), "nothing differs"),
  ].join("\n");
}

const isWrong = ({ providers, client_money: money, days, differences }: Found): boolean =>
  differences.length > 0 ||
  money?.covered === false ||
  providers.some(({ error }) => error !== null) ||
  days.some(({ off }) => isOff(off));

export function enterReconcile({ root, add }: { readonly root: Command; readonly add: Entering["add"] }): void {
  add(root, "reconcile", "read providers' statements and book them; exits 1 when something differs from our books")
    .option("--provider <name>", "of that provider alone")
    .option("--day <date>", "show that day alone, such as 2026-05-10 (UTC)")
    .action((options: { provider?: string; day?: string; json?: boolean }) =>
      run(options.json === true, async (db, config) => {
        const value = await admin.reconcileProviders(db, config, options);
        return { value, text: textOf(value), refused: isWrong(value) };
      }),
    );
}
