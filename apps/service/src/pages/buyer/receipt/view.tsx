/** A receipt: one page to print or keep, with nothing to click on paper; the same as a PDF. */
import type { JSX } from "preact";
import type { Paper, Section } from "../../../papers/paper.js";
import { Given } from "../../kit/given.js";
import { Icon } from "../../kit/icons.js";
import type { PageContext } from "../../kit/page-context.js";
import type { OrderView } from "../load.js";
import { pathOf } from "../load.js";
import { Sum } from "../order/summary.js";
import { Frame, sellerOf } from "../parts.js";
import { sharedWords } from "../words.js";
import { receiptWords } from "./words.js";

export function ReceiptPage({
  context,
  order,
  paper,
}: {
  context: PageContext;
  order: OrderView;
  paper: Paper;
}): JSX.Element {
  const { locale } = context;
  return (
    <Frame
      context={context}
      title={`${paper.title} ${paper.number}`}
      seller={sellerOf(order)}
      back={{ href: pathOf(order), label: sharedWords(locale).backToOrder }}
    >
      <div class="mx-auto max-w-3xl">
        <Ways order={order} context={context} />
        <article class="receipt panel p-5 sm:p-10">
          {paper.notice === "" ? null : <p class="mb-5 text-sm font-medium text-warning">{paper.notice}</p>}
          <Letterhead paper={paper} order={order} />
          <Parties paper={paper} />
          {paper.sections.map((section) => (
            <PaperSection section={section} />
          ))}
          <p class="muted mt-8 border-t border-base-300 pt-4 text-xs">{paper.footer}</p>
        </article>
      </div>
    </Frame>
  );
}

/** To keep it, and to print it: that button is there where its script runs. */
function Ways({ order, context: { locale } }: { order: OrderView; context: PageContext }): JSX.Element {
  const words = receiptWords(locale);
  const path = pathOf(order);
  return (
    <div class="unprinted mb-4 flex flex-wrap gap-2.5">
      <a class="btn btn-primary max-sm:w-full" href={`${path}/receipt.pdf`} download>
        <Icon name="download" class="size-4" />
        {words.download}
      </a>
      <a class="btn btn-outline border-base-300 bg-base-100 max-sm:w-full" href={`${path}/invoice.pdf`} download>
        <Icon name="download" class="size-4" />
        {words.invoice}
      </a>
      <button type="button" hidden data-print class="btn btn-outline border-base-300 bg-base-100 max-sm:hidden">
        <Icon name="printer" class="size-4" />
        {words.print}
      </button>
    </div>
  );
}

function Letterhead({ paper, order }: { paper: Paper; order: OrderView }): JSX.Element {
  const { logo } = order.brand;
  return (
    <div class="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
      <div class="min-w-0 flex-1 basis-56">
        {logo === null ? null : (
          <img
            class="mb-2 h-12 w-auto max-w-32 rounded-lg bg-white object-contain"
            src={`/brand/${order.merchant.sellerCode}/${logo.hash}`}
            width={logo.width}
            height={logo.height}
            alt=""
          />
        )}
        <p class="font-semibold">
          <Given text={paper.name} lines={2} />
        </p>
        <h1 class="mt-1 text-3xl font-semibold tracking-tight">{paper.title}</h1>
      </div>
      <dl class="grid grid-cols-[auto_auto] gap-x-4 gap-y-1 text-sm">
        {paper.facts.map(([name, value]) => (
          <>
            <dt class="muted">{name}</dt>
            <dd class="min-w-0">
              <Given text={value} lines={2} />
            </dd>
          </>
        ))}
      </dl>
    </div>
  );
}

const Parties = ({ paper }: { paper: Paper }): JSX.Element => (
  <dl class="mt-8 grid gap-5 text-sm sm:grid-cols-3 print:mt-5">
    {paper.parties.map(({ label, lines: [first = "", ...more] }) => (
      <div class="min-w-0">
        <dt class="muted text-xs">{label}</dt>
        <dd class="mt-0.5">
          <Given text={first} lines={3} class="font-medium" />
          {more.map((line) => (
            <Given text={line} lines={3} class="muted block text-xs" />
          ))}
        </dd>
      </div>
    ))}
  </dl>
);

function PaperSection({ section: { heading, columns, rows, empty, sums } }: { section: Section }): JSX.Element {
  return (
    <section class="mt-8 print:mt-5">
      <h2 class="font-semibold">
        <Given text={heading} lines={3} />
      </h2>
      {rows.length === 0 ? (
        <p class="muted mt-2 text-sm">{empty}</p>
      ) : (
        <table class="mt-2 w-full table-fixed text-sm">
          <thead class="muted border-b border-base-300 text-xs">
            <tr>
              {columns.map(({ head, isNumber }, at) => (
                <th
                  scope="col"
                  class={`py-2 font-medium ${isNumber ? "w-28 text-end sm:w-36" : "text-start"} ${placeOf(at, columns.length)}`}
                >
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody class="divide-y divide-base-300">
            {rows.map((row) => (
              <Row row={row} columns={columns} />
            ))}
          </tbody>
        </table>
      )}
      {sums.length === 0 ? null : (
        <dl class="mt-3 ms-auto max-w-xs space-y-1.5 border-t border-base-300 pt-3 text-sm">
          {sums.map(({ name, amount, isTotal }) => (
            <Sum label={name} amount={amount} isTotal={isTotal} />
          ))}
        </dl>
      )}
    </section>
  );
}

/** What stands between the first and the last cell stands below the first one on a phone. */
function Row({ row, columns }: { row: readonly string[]; columns: Section["columns"] }): JSX.Element {
  const [first = ""] = row;
  return (
    <tr class="align-top">
      {columns.map(({ isNumber }, at) =>
        at === 0 ? (
          <td class="py-2 pe-3">
            <Given text={first} lines={3} />
            <span class="muted block text-xs [overflow-wrap:anywhere] tabular-nums sm:hidden">
              {row.slice(1, -1).filter(Boolean).join(" × ")}
            </span>
          </td>
        ) : (
          <td class={`py-2 ${isNumber ? "money" : ""} ${placeOf(at, columns.length)}`}>{row[at]}</td>
        ),
      )}
    </tr>
  );
}

const placeOf = (at: number, columns: number): string =>
  at === 0 ? "pe-3" : at === columns - 1 ? "ps-3" : "px-3 max-sm:hidden";
