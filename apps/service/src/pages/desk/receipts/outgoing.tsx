/** What became of a refund that is sent by hand. */
import type { JSX } from "preact";
import { BANK_REFERENCE_MAX } from "../../../domain/approvals.js";
import type { OutgoingView } from "../../../store/read/desk/rails.js";
import { maxLengthFor } from "../../kit/max-length.js";
import { Confirm } from "../../kit/ui.js";
import { payeePath, RECEIPTS_PATH } from "../links.js";

export function OutgoingForms({
  row,
  csrf,
  byFile,
}: {
  row: OutgoingView;
  csrf: string;
  /** Whether its rail pays by files, too. */
  byFile: boolean;
}): JSX.Element {
  const bank = `bank-${row.reference}`;
  const why = `why-${row.reference}`;
  const hidden = (
    <>
      <input type="hidden" name="csrf" value={csrf} />
      <input type="hidden" name="reference" value={row.reference} />
    </>
  );
  return (
    <div class="mt-4 flex flex-wrap items-end gap-3">
      <form method="post" action={`${RECEIPTS_PATH}/sent`} class="flex flex-wrap items-end gap-2">
        {hidden}
        <div>
          <label class="mb-1 block text-sm font-medium" for={bank}>
            Bank’s reference of the transfer
          </label>
          <input
            id={bank}
            class="input w-64 max-w-full"
            name="bank_reference"
            maxLength={maxLengthFor(BANK_REFERENCE_MAX)}
            required
            autocomplete="off"
          />
        </div>
        <button type="submit" class="btn btn-primary">
          It was sent
        </button>
      </form>
      {byFile ? (
        <a class="btn" href={payeePath(row.reference)}>
          {row.hasPayee ? "Change its account" : "Send by a batch"}
        </a>
      ) : null}
      <Confirm
        label="It can’t be sent"
        question="The refund then stands under Stuck money, where it can be tried again."
      >
        <form method="post" action={`${RECEIPTS_PATH}/unsent`}>
          {hidden}
          <label class="mb-1 block text-sm font-medium" for={why}>
            Reason
          </label>
          <textarea id={why} class="field mb-3" name="reason" rows={2} maxLength={maxLengthFor(300)} required />
          <button type="submit" class="btn btn-sm btn-error btn-outline">
            It can’t be sent
          </button>
        </form>
      </Confirm>
    </div>
  );
}
