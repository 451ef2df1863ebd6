/** What stands in front of the cells in a run that is spread over several: as the shipped proxy does, it looks nowhere before it asks. */
import http from "node:http";
import type { AddressInfo } from "node:net";

export type Front = { readonly url: string; close(): Promise<void> };

const KEY = /^bearer hf_([0-9a-z]+)_/i;
const SELLER =
  /^\/(?:(?:pay|buy|brand|embed|console|orders)|console\/invitations|desk\/(?:accounts|verifications|disputes|orders))\/([0-9A-Z]{8})(?:[/?]|$)/;

/** As much as the shipped proxy keeps of a request, to send it again. */
const KEPT_BYTES = 16_384;

/**
 * A name that it has not seen goes to a wrong cell first, and where that one sends it; a request that names nobody to the home.
 * @param ports of the cells, by name.
 */
export async function startFront(ports: Readonly<Record<string, number>>, home: string): Promise<Front> {
  const known = new Map<string, string>();
  const wrong = Object.keys(ports).find((cell) => cell !== home) ?? home;
  const agent = new http.Agent({ keepAlive: true });
  const server = http.createServer((request, response) => {
    const name = KEY.exec(request.headers.authorization ?? "")?.[1] ?? SELLER.exec(request.url ?? "")?.[1];
    const chunks: Buffer[] = [];
    const isKept = Number(request.headers["content-length"] ?? 0) <= KEPT_BYTES;
    const ask = (cell: string): void => {
      const { method, url: path, rawHeaders: headers } = request;
      const asked = http.request({ host: "127.0.0.1", port: ports[cell], method, path, headers, agent }, (answer) => {
        const elsewhere = answer.statusCode === 421 ? answer.headers["holdfast-cell"] : undefined;
        if (typeof elsewhere === "string" && name !== undefined) {
          known.set(name, elsewhere);
          answer.resume();
          ask(elsewhere);
          return;
        }
        response.writeHead(answer.statusCode ?? 502, answer.statusMessage, answer.rawHeaders);
        answer.pipe(response);
      });
      // A connection that was kept may have ended while the request was on its way to it: nobody has read that.
      asked.on("error", ({ code }: NodeJS.ErrnoException) => {
        const isStale = asked.reusedSocket && code === "ECONNRESET";
        if (isStale && isKept && !response.headersSent && !response.destroyed) ask(cell);
        else response.destroy();
      });
      response.on("close", () => asked.destroy());
      if (isKept) asked.end(Buffer.concat(chunks));
      else {
        asked.flushHeaders();
        request.pipe(asked);
      }
    };
    if (!isKept) return ask(home);
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => ask(name === undefined ? home : (known.get(name) ?? wrong)));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      agent.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
