/** Two cells, each a process of the service on a PostgreSQL of its own, their directory on a third, and HAProxy in front. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { freePort } from "../../../apps/service/dist/platform/free-port.js";
import { startProxy } from "../../../tools/cells/proxy.mjs";
import { openInParts } from "../opened.js";
import { type Served, startService } from "../processes.js";
import { createMerchant, type Merchant } from "../world.js";
import { openServer, type Server } from "./server.js";

export type Cell = {
  readonly name: string;
  readonly server: Server;
  readonly service: Served;
  /** As the owner of its tables. */
  readonly serviceDatabase: pg.Pool;
  newMerchant(): Promise<Merchant>;
};

export type CellsFixture = {
  readonly directoryUrl: string;
  /** c1 also serves what names no account. */
  readonly cells: readonly [Cell, Cell];
  /** Of the proxy. */
  readonly port: number;
  close(): Promise<void>;
};

const PUBLIC_URL = "http://pay.example";

export const openCellsFixture = (): Promise<CellsFixture> =>
  openInParts(async ({ onClose, keep, close }) => {
    const folder = mkdtempSync(join(tmpdir(), "holdfast-bench-"));
    onClose(() => rmSync(folder, { recursive: true, force: true }));
    const directory = keep(await openServer(join(folder, "directory")));
    const openCell = async (name: string): Promise<Cell & { readonly opsPort: number }> => {
      const server = keep(await openServer(join(folder, name)));
      const opsPort = await freePort();
      const settings = {
        CELL: name,
        CELL_URL: `http://127.0.0.1:${opsPort}`,
        DIRECTORY_URL: directory.url,
        OPS_PORT: String(opsPort),
        TRUSTED_PROXIES: "127.0.0.1",
        PUBLIC_URL,
      };
      // One DATA_DIR, so that both have the same key.
      const home = { databaseUrl: server.url, directory: folder };
      const service = keep(await startService({ ...home, settings }));
      const serviceDatabase = new pg.Pool({ connectionString: server.url, max: 4 });
      serviceDatabase.on("error", () => undefined); // its server is killed, too
      onClose(() => serviceDatabase.end());
      const newMerchant = (): Promise<Merchant> => createMerchant({ ...home, settings });
      return { name, server, service, serviceDatabase, newMerchant, opsPort };
    };
    const [c1, c2] = [await openCell("c1"), await openCell("c2")];
    const { port } = keep(
      await startProxy({
        c1: { port: c1.service.port, opsPort: c1.opsPort },
        c2: { port: c2.service.port, opsPort: c2.opsPort },
      }),
    );
    return { directoryUrl: directory.url, cells: [c1, c2] as const, port, close };
  });
