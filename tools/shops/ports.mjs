/** Where the demo listens: Holdfast on PORT, the store on the next one that is free. */
import { createServer } from "node:net";
import { Failure } from "../clients/process.mjs";

const DEFAULT = 3000;
const LAST = 65_535;

/** @param {number} port 0 for any @returns {Promise<number | null>} the port, null when somebody has it */
export const openPort = (port) =>
  new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(null));
    server.listen(port, "127.0.0.1", () => {
      const { port: found } = /** @type {import("node:net").AddressInfo} */ (server.address());
      server.close(() => resolve(found));
    });
  });

/** @param {number} from @param {(line: string) => void} say is told of each that is taken */
async function nextPort(from, say) {
  for (let port = from; port <= LAST; port += 1) {
    if ((await openPort(port)) !== null) return port;
    say(`port ${port} is taken`);
  }
  throw new Failure(`no port from ${from} on is free; set PORT to another one, or 0 for any.`);
}

/**
 * @param {string | undefined} asked the value of PORT @param {(line: string) => void} say
 * @throws Failure when it is no port, or taken
 */
export async function demoPorts(asked, say) {
  if (asked === undefined || asked === "") {
    const servicePort = await nextPort(DEFAULT, say);
    return { servicePort, shopPort: await nextPort(servicePort + 1, say) };
  }
  const wanted = /^\d{1,5}$/.test(asked) ? Number(asked) : Number.NaN;
  if (!(wanted <= LAST)) throw new Failure(`PORT=${asked} is not usable: it takes a port from 0 to ${LAST}.`);
  const servicePort = await openPort(wanted);
  if (servicePort === null) throw new Failure(`the port ${wanted} is in use; set PORT to another one, or 0 for any.`);
  return {
    servicePort,
    shopPort: servicePort === LAST ? await nextPort(1024, say) : await nextPort(servicePort + 1, say),
  };
}
