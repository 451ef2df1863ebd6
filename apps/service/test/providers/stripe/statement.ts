/** What the double's list of movements tells: all of them, but for what is wrong with it. The balance knows nothing of that. */
import type { WrongLine } from "../stage.js";
import type { Books } from "./books.js";
import type { Shape } from "./shapes.js";

/** By the reference of what a movement is about. */
export type StatementFaults = Map<string, WrongLine>;

const DOLLAR = 100;

export const reportedMovements = (books: Books): readonly Shape[] =>
  books.all("balance_transactions").flatMap((movement) => {
    const { metadata } = (sourceOf(books, movement["source"]) ?? {}) as Shape;
    switch (books.statementFaults.get(String((metadata as Shape | undefined)?.["reference"]))) {
      case "left_out":
        return [];
      case "twice":
        return [movement, { ...movement, id: `${movement["id"]}again` }];
      case "fee":
        return [{ ...movement, fee: Number(movement["fee"]) + DOLLAR, net: Number(movement["net"]) - DOLLAR }];
      case "amount":
        return [{ ...movement, amount: Number(movement["amount"]) + DOLLAR, net: Number(movement["net"]) + DOLLAR }];
      case "unknown":
        return [movement, unknownBeside(movement)];
      default:
        return [movement];
    }
  });

const unknownBeside = (movement: Shape): Shape => ({
  ...movement,
  id: `${movement["id"]}hold`,
  type: "reserve_transaction",
  reporting_category: "other_adjustment",
  source: null,
  amount: DOLLAR,
  fee: 0,
  fee_details: [],
  net: DOLLAR,
});

export const sourceOf = (books: Books, id: unknown): Shape | undefined =>
  ["charges", "refunds", "disputes", "transfers", "reversals"]
    .flatMap((kind) => books.all(kind))
    .find((one) => one["id"] === id);
