/** The store and the service of a run. */
import type { TestProject } from "vitest/node";
import { openDeployment } from "../../../tools/shops/deployment.mjs";

export type Given = {
  readonly shopUrl: string;
  readonly publicUrl: string;
  readonly apiKey: string;
  readonly admin: { readonly identifier: string; readonly password: string };
};

declare module "vitest" {
  interface ProvidedContext {
    deployment: Given;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { shopUrl, publicUrl, apiKey, admin, stop } = await openDeployment({ releases: "line", everyMs: 1_000 });
  project.provide("deployment", { shopUrl, publicUrl, apiKey, admin });
  return stop;
}
