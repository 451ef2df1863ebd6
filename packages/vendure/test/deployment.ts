/** The store and the service of a run. */
import type { TestProject } from "vitest/node";
import { openDeployment } from "../../../tools/shops/deployment.mjs";

export type Given = {
  readonly shopUrl: string;
  readonly publicUrl: string;
  readonly apiKey: string;
  readonly fallAt: string;
  readonly admin: { readonly identifier: string; readonly password: string };
};

declare module "vitest" {
  interface ProvidedContext {
    deployment: Given;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { stop, shopUrl, publicUrl, apiKey, admin, fallAt } = await openDeployment({ everyMs: 1_000, falls: true });
  project.provide("deployment", { shopUrl, publicUrl, apiKey, admin, fallAt });
  return stop;
}
