/** One Chromium for the whole run, held by the process that starts the files: launched for the first that asks, ended with the run. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserServer } from "playwright-core";
import type { TestProject } from "vitest/node";
import { openBrowser } from "../../../../tools/browser/browser.mjs";

declare module "vitest" {
  interface ProvidedContext {
    /** Answers with the address of the run's browser. */
    browserUrl: string;
  }
}

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Launches nothing yet: most runs of a single file want no browser. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let launched: Promise<BrowserServer> | undefined;
  const server = createServer((_request, response) => {
    launched ??= launch();
    launched.then(
      (browser) => response.end(browser.wsEndpoint()),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  project.provide("browserUrl", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    server.close();
    await (await launched?.catch(() => undefined))?.close();
  };
}

/** Chromium hears commands through a pipe of ours and goes when that closes, however this process ends. */
async function launch(): Promise<BrowserServer> {
  const [{ chromium }, { executablePath, env }] = await Promise.all([import("playwright-core"), openBrowser()]);
  return chromium.launchServer({ executablePath, env, args: FLAGS, host: "127.0.0.1" });
}
