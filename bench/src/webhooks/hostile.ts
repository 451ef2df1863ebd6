/** Receivers on a bad day, as a process of its own: the first part of the path says which kind. */
import { createServer } from "node:http";
import { answerQuestions } from "./messages.js";

const DRIP_MS = 100;

const server = createServer((request, response) => {
  request.on("error", () => undefined);
  response.on("error", () => undefined);
  request.resume();
  switch (request.url?.split("/")[1]) {
    case "reset":
      request.socket.resetAndDestroy();
      return;
    case "fail":
      request.on("end", () => response.writeHead(500).end("not today"));
      return;
    case "drip": {
      response.writeHead(200);
      const drip = setInterval(() => response.write("."), DRIP_MS);
      response.on("close", () => clearInterval(drip));
      return;
    }
    default: // hangs for as long as anybody waits
  }
});
server.requestTimeout = 0;
answerQuestions(() => null);
server.listen({ port: 0, host: "127.0.0.1", backlog: 4_096 }, () => {
  const address = server.address();
  process.send?.({ port: typeof address === "object" ? address?.port : 0 });
});
