/** Rails of the operator's own before the conformance suite: lines of a statement are their reports. */
import { afterAll, beforeAll } from "vitest";
import { type Database, openDatabase } from "../../../src/platform/database.js";
import { newDatabase } from "../../harness.js";
import { PAIN_RAIL } from "../../rails-fixture.js";
import { conforms } from "../conformance.js";
import { STATEMENT } from "../conformance-books.js";
import { DISPUTES } from "../conformance-disputes.js";
import { NOTICED } from "../conformance-notices.js";
import { FAULTS } from "../stage.js";
import { CSV } from "./files.js";
import { openRailStage } from "./stage.js";

let db: Database;
beforeAll(async () => {
  db = openDatabase(await newDatabase(), { connections: 4 });
});
afterAll(() => db.close());

const PAYEE = { kind: "bank", name: "Ada Byron", number: "DE89370400440532013000", bank: "First Bank" } as const;

/** Why each does not apply. */
const SKIPPED = [
  // Nobody is asked over a network: what is asked for is a row of our own database, whose answers are not lost by halves.
  ...Object.keys(FAULTS).flatMap((kind) => [
    `an order whose answer was ${kind}: nobody knows, and asked for again, at once or after 25 hours, it is there once`,
    `a refund whose answer was ${kind} is paid once, asked for again at once or after 25 hours`,
    `a payout whose answer was ${kind} is paid once, asked for again at once or after 25 hours`,
  ]),
  "a provider that is down says of nothing that it was done, and does what is asked again",
  "what is called off while nobody knows whether it was taken is not taken afterwards",
  // A payer who does not pay says nothing, and a bank's account is in one currency: another file is refused (statements.test.ts).
  "a refusal is reported with its reason, and no money is taken afterwards",
  "money in another currency is reported as what it is",
  // It is not looked up again once it is paid: the line of the statement says that it came back (desk/batches.test.ts).
  "a refund that fails after it was paid is told when it is asked for again, and can be made anew",
  "a payout that comes back is told when it is asked for again, and is not paid a second time",
  // Operators see what lies on the account, and send no more than that.
  "a refund for which our balance does not reach waits, and is paid once it does",
  "a payout for which our balance does not reach waits, and is paid once it does",
  // A bank signs no notices. What is not JSON is forged, as everywhere.
  ...NOTICED,
  // A line is booked once for ever, and balances have to meet, or the file is not booked (statements.test.ts, books/rails.test.ts).
  STATEMENT[1],
  // What operators take back is told as a dispute, and never by a bank (desk/receipts.test.ts).
  ...DISPUTES,
];

const RAIL = { ...PAIN_RAIL, statements: CSV };
conforms("a rail", async () => openRailStage(db, RAIL, PAYEE), { skipped: SKIPPED });
conforms("a rail in CFA francs", async () => openRailStage(db, { ...RAIL, id: "bceao", currency: "XOF" }, PAYEE), {
  skipped: SKIPPED,
  isWide: true,
});
