/** A start that is refused: how it says so, and a port that somebody else has. */
import { createServer } from "node:net";
import { expect } from "vitest";
import type { Ended } from "./launch.js";

export const expectOneLine = ({ stderr }: Ended): void => {
  expect(stderr).toMatch(/^holdfast: [^\n]+\n$/);
};

export async function takePort(): Promise<{ port: number; close: () => void }> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { port: address.port, close: () => server.close() };
}
