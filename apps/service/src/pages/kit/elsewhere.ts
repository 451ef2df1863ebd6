/** Pages of sellers whose account lives in another cell: the proxy in front is told which, and asks there. */
import type { FastifyInstance, FastifyReply } from "fastify";
import { type AccountLocation, CELL_HEADER } from "../../identity/registry.js";
import { isSellerCode } from "./links.js";
import { NOT_FOUND } from "./status.js";

/** What was asked for is in another cell, by name. */
export class IsElsewhere extends Error {
  readonly cell: string;
  constructor(cell: string) {
    super(`it is in cell ${cell}`);
    this.cell = cell;
  }
}

export const sendElsewhere = (reply: FastifyReply, { cell }: IsElsewhere): FastifyReply =>
  reply.code(MISDIRECTED).header(CELL_HEADER, cell).type("text/plain").send("another cell has it\n");

/** What is not found below a seller's code may be there in another cell (RFC 9110, section 15.5.20). */
const MISDIRECTED = 421;

export function registerElsewhere(app: FastifyInstance, whereabouts: AccountLocation): void {
  app.addHook("onSend", async ({ params }, reply, payload) => {
    const { seller_code: named, code: onDesk } = (params ?? {}) as Readonly<Partial<Record<string, string>>>;
    const sellerCode = named ?? onDesk;
    if (reply.statusCode !== NOT_FOUND || sellerCode === undefined || !isSellerCode(sellerCode)) return payload;
    const cell = await whereabouts.ofSeller(sellerCode);
    if (cell !== null) reply.code(MISDIRECTED).header(CELL_HEADER, cell);
    return payload;
  });
}
