/** What a compressed page costs the process besides the moment that it takes. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const PAGES = 400;
/** Bytes: the room for a compressor's output, of 4 KB, and little besides. */
const LEFT_MAX = 8_000;
const COMPRESSION = new URL("../../dist/pages/kit/compression.js", import.meta.url);

/** Says how many bytes of buffers a page has left behind, in a process whose heap as a whole is never collected. */
const program = (encoding: string): string => `
  import { once } from "node:events";
  import { connect } from "node:net";
  import Fastify from "fastify";
  import { registerCompression } from "${COMPRESSION}";

  const row = (at) => "<p>Folding chair " + at * 7919 + " at " + ((at * 104729) % 997) + ".00 USD</p>";
  const page = "<!doctype html>" + Array.from({ length: 800 }, (_, at) => row(at)).join("");
  const app = Fastify();
  await registerCompression(app);
  app.get("/", (_request, reply) => reply.type("text/html").send(page));
  await app.listen({ port: 0, host: "127.0.0.1" });
  const socket = connect(app.server.address().port, "127.0.0.1");
  let told = "";
  socket.setEncoding("latin1").on("data", (text) => {
    told += text;
  });
  const open = async () => {
    socket.write("GET / HTTP/1.1\\r\\nHost: localhost\\r\\nAccept-Encoding: ${encoding}\\r\\n\\r\\n");
    told = "";
    let length;
    while (length === undefined || told.length < length) {
      await once(socket, "data");
      const [head] = told.split("\\r\\n\\r\\n", 1);
      length = head.length + 4 + Number(/content-length: (\\d+)/i.exec(head)?.[1]);
    }
    if (!told.includes("content-encoding: ${encoding}")) throw new Error(told);
  };
  const openPages = async () => {
    for (let opened = 1; opened <= ${PAGES}; opened += 1) {
      await open();
      if (opened % 20 === 0) gc({ type: "minor" });
    }
  };
  await openPages();
  const before = process.memoryUsage().arrayBuffers;
  await openPages();
  console.log((process.memoryUsage().arrayBuffers - before) / ${PAGES});
  process.exit();
`;

test.for(["br", "gzip"])(
  "a page sent as %s leaves little behind that quick collections of garbage keep",
  async (encoding) => {
    const flags = ["--expose-gc", "--initial-old-space-size=400", "--input-type=module", "--eval", program(encoding)];
    const { stdout } = await promisify(execFile)(process.execPath, flags, { cwd: new URL(".", import.meta.url) });
    expect(Number(stdout)).toBeLessThan(LEFT_MAX);
  },
);
