/** What each provider can do: whom it takes money from and pays, by what, how much and where. */
import type { JSX } from "preact";
import { AMOUNT_MAX, CURRENCY } from "../../../domain/money.js";
import type { Lack } from "../../../domain/serving.js";
import type { ProviderOffer } from "../../../store/read/desk/providers.js";
import { Given } from "../../kit/given.js";
import { iconPath } from "../../kit/provider-looks.js";
import { Cell, Table } from "../../kit/ui.js";
import { age, digitsOf } from "../parts.js";
import { providerName } from "../words.js";
import type { ShownOffer } from "./load.js";

type Capability = ProviderOffer["capabilities"][number];

const METHODS: Readonly<Record<Capability["direction"], Readonly<Record<string, string>>>> = {
  in: { card: "Takes cards", mobile_money: "Takes mobile money", bank: "Takes bank transfers" },
  out: { mobile_money: "Pays to mobile money", bank: "Pays to bank accounts" },
};

/** What another provider has to do. */
const LACKS: Readonly<Record<Lack, string>> = {
  in: `Takes no payments in ${CURRENCY}`,
  out: `Pays nobody in ${CURRENCY}`,
  both: `Serves no orders: nothing in ${CURRENCY}`,
};

/** Currencies, as far as a cell names them. */
const NAMED_MAX = 12;

const Lacking = ({ lack, waiting }: Pick<ShownOffer, "lack" | "waiting">): JSX.Element => {
  const more = waiting.length - NAMED_MAX;
  return (
    <>
      {lack === null ? null : <span class="block text-xs font-medium">{LACKS[lack]}</span>}
      {waiting.length === 0 ? null : (
        <span class="muted block max-w-60 text-xs">
          No rate, so not offered: {waiting.slice(0, NAMED_MAX).join(", ")}
          {more > 0 ? ` and ${more} more` : ""}
        </span>
      )}
    </>
  );
};

/** Of one provider; each line says of how many it is. */
const LINES_SHOWN = 12;

/** Nobody orders more than that. */
const rangeOf = ({ least, most, currency }: Capability): string =>
  BigInt(most) >= AMOUNT_MAX
    ? `From ${digitsOf(BigInt(least), currency)}`
    : `${digitsOf(BigInt(least), currency)} to ${digitsOf(BigInt(most), currency)}`;

export const Offers = ({ offers, now }: { offers: readonly ShownOffer[]; now: number }): JSX.Element | null =>
  offers.length === 0 ? null : (
    <div id="offers" class="mb-8 scroll-mt-4">
      <h2 class="mb-3 font-semibold">What providers can do</h2>
      <Table label="What providers can do" head={["Provider", "What", "Amounts", "Where"]} stacks>
        {offers.flatMap(({ provider, capabilities, readAt, looks, lack, waiting }) =>
          capabilities.slice(0, LINES_SHOWN).map((one, at) => (
            <tr>
              <Cell class="min-w-28">
                <span class="flex items-center gap-2 font-medium">
                  {at === 0 && looks.icon !== null ? (
                    <img class="size-5 rounded-sm bg-white object-contain" src={iconPath(looks.icon)} alt="" />
                  ) : null}
                  {providerName(provider)}
                </span>
                <span class="muted block text-xs">
                  {at === 0 ? `Read ${age(Math.max(0, now - readAt))} ago` : `${at + 1} of ${capabilities.length}`}
                </span>
                {at === 0 && <Lacking lack={lack} waiting={waiting} />}
                {at === 0 &&
                  looks.faults.map((fault) => <span class="mt-1 block max-w-60 text-xs text-error">{fault}</span>)}
              </Cell>
              <Cell name="What">
                {METHODS[one.direction][one.method] ?? one.method}
                {one.labels === undefined ? null : (
                  <Given text={`Shown as “${one.labels.default}”`} lines={1} class="muted text-xs" />
                )}
              </Cell>
              <Cell name="Amounts" class="tabular-nums sm:whitespace-nowrap">
                {rangeOf(one)} <span class="muted text-xs">{one.currency}</span>
              </Cell>
              <Cell name="Where">{one.countries === null ? "Everywhere" : one.countries.join(", ")}</Cell>
            </tr>
          )),
        )}
      </Table>
    </div>
  );
