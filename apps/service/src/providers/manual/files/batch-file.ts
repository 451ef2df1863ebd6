/** A batch as the file that a rail's bank takes. */
import { createHash } from "node:crypto";
import type { BatchContent } from "../../../domain/batches.js";
import { isPayable } from "../../../domain/payees.js";
import { payeeForm, type Rail } from "../../../domain/rails.js";
import { writeNacha } from "./nacha.js";
import { writePain } from "./pain.js";
import { writeTemplate } from "./template.js";

export type WrittenFile = {
  readonly name: string;
  readonly content: Buffer;
  /** SHA-256, in hexadecimal. */
  readonly digest: string;
};

/** When it is written: Unix seconds; and how many files of the rail were written that day before it. */
type Moment = { readonly at: number; readonly before: number };

/**
 * Null where the rail pays nobody out any more, or to other accounts than those of the batch: its format has changed since. The same
 * batch, rail and moment make the same bytes.
 */
export function writeBatchFile(rail: Rail, batch: BatchContent, moment: Moment): WrittenFile | null {
  const form = payeeForm(rail);
  if (form === null || !batch.orders.every(({ payee }) => isPayable(form, payee))) return null;
  const [content, ending] = written(rail, batch, moment);
  if (content === null) return null;
  const day = new Date(moment.at * 1000).toISOString().slice(0, 10);
  return {
    name: `${rail.id}-${day}-${batch.code}.${ending}`,
    content,
    digest: createHash("sha256").update(content).digest("hex"),
  };
}

function written({ payouts }: Rail, batch: BatchContent, moment: Moment): readonly [Buffer | null, string] {
  if (payouts == null) return [null, ""];
  switch (payouts.format) {
    case "pain.001.001.09":
      return [writePain(payouts, batch, moment.at), "xml"];
    case "nacha":
      return [moment.before > 35 ? null : writeNacha(payouts, batch, moment), "ach"];
    case "csv":
      return [writeTemplate(payouts, batch, moment.at), "csv"];
    default:
      return payouts satisfies never;
  }
}
