/** Where the demo listens, and what it says of a port that somebody has. */
import { createServer, type Server } from "node:net";
import { afterAll, expect, test } from "vitest";
// @ts-expect-error plain JavaScript
import { demoPorts } from "../../shops/ports.mjs";

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

const take = (port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    servers.push(server);
    server.listen(port, "127.0.0.1", () => resolve((server.address() as { port: number }).port));
  });

test("PORT is Holdfast's, and the store takes the next one that is free", async () => {
  const said: string[] = [];
  const { servicePort, shopPort } = await demoPorts("0", (line: string) => said.push(line));
  const again = await demoPorts(String(servicePort), (line: string) => said.push(line));
  expect(again).toEqual({ servicePort, shopPort });
  const taken = await take(shopPort);
  const { shopPort: next } = await demoPorts(String(servicePort), (line: string) => said.push(line));
  expect(next).toBeGreaterThan(taken);
  expect(said).toContain(`port ${taken} is taken`);
});

test("a PORT that is taken, or is none, is refused with its number", async () => {
  const taken = await take(0);
  const silent = (): void => undefined;
  await expect(demoPorts(String(taken), silent)).rejects.toThrow(
    `the port ${taken} is in use; set PORT to another one, or 0 for any.`,
  );
  for (const wrong of ["abc", "65536", "-1", "3000.5"])
    await expect(demoPorts(wrong, silent)).rejects.toThrow(
      `PORT=${wrong} is not usable: it takes a port from 0 to 65535.`,
    );
});

test("without PORT it looks from 3000 on", async () => {
  for (const unset of [undefined, ""]) {
    const { servicePort, shopPort } = await demoPorts(unset, () => undefined);
    expect(servicePort).toBeGreaterThanOrEqual(3000);
    expect(shopPort).toBeGreaterThan(servicePort);
  }
});
