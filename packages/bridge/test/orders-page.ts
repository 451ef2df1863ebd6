/** The page that says for each shop what becomes of an order, as a table that tests compare with what the shop really does. */
import { readFileSync } from "node:fs";

const PAGE = new URL("../../../docs/guides/shops/orders.md", import.meta.url);

type Shop = "Vendure" | "Medusa" | "WooCommerce" | "bridge serve";

/** For each event, how the cell of a shop begins. */
export function messagesOf(shop: Shop): ReadonlyMap<string, string> {
  const [table = ""] = readFileSync(PAGE, "utf8").split("\n## ");
  const rows = table
    .split("\n")
    .filter((row) => row.startsWith("| "))
    .map((row) => row.split("|").slice(1, -1));
  const [head = [], ...events] = rows;
  const column = head.findIndex((name) => name.replaceAll("`", "").trim() === shop);
  const codeIn = (cell = ""): string => /^ `([^`]+)`/.exec(cell)?.[1] ?? "";
  return new Map(events.map((cells) => [codeIn(cells[0]), codeIn(cells[column])]));
}
