/** Deployments that a file of stories opens, and what is asked of each when the stories are over. */
import { afterAll, expect } from "vitest";
import { cleanUp } from "../process/launch.js";
import { type Deployment, openDeployment } from "./webhook-deployment.js";

/** Closed with the file. */
export const open: { close(): Promise<void>; errors?(): readonly string[] }[] = [];
/** For the end of a file. */
export function closeAtEnd(): void {
  afterAll(async () => {
    await cleanUp();
    const opened = open.splice(0);
    await Promise.all(opened.map((one) => one.close()));
    // Here and not in the stories, since they tell why one of those failed.
    expect(opened.flatMap((one) => one.errors?.() ?? [])).toEqual([]);
  });
}

export async function newDeployment(): Promise<Deployment> {
  const deployment = await openDeployment();
  open.push(deployment);
  return deployment;
}

/** A worker that notices soon. */
export const QUICK = { leaseMs: 1_000, renewEveryMs: 300, pollMs: 50 };

export const SUCCEEDED = 'attempt_seconds_count{outcome="succeeded"}';
export const FAILED = 'attempt_seconds_count{outcome="failed"}';
