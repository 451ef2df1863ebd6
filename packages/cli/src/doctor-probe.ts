/** Asks a store for the state of an order: over HTTP, or by a command of the store's. */
import { execFile } from "node:child_process";
import type { Probe } from "@holdfast/service/admin";

const PATIENCE_MS = 5_000;
const STATE_BYTES_MAX = 64 * 1024;

type Failure = new (message: string) => Error;

/** @param Failed what is thrown when there is no state to be had. */
export const openProbe = (text: string, Failed: Failure): Probe =>
  /^https?:\/\//i.test(text) ? probeByUrl(text, Failed) : probeByCommand(text, Failed);

/** An order that the store does not have is a state as well. */
const probeByUrl =
  (text: string, Failed: Failure): Probe =>
  async ({ reference }) => {
    const order = encodeURIComponent(reference);
    const url = text.includes("{order}") ? text.replaceAll("{order}", order) : withOrder(text, reference);
    const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS), redirect: "manual" }).catch(
      (error: unknown) => {
        throw new Failed(`The probe gave no answer (${error instanceof Error ? error.message : String(error)}).`);
      },
    );
    const body = await answer.text();
    if (answer.status === 404) return `404 ${body}`;
    if (!answer.ok) throw new Failed(`The probe answered ${answer.status}.`);
    return body.slice(0, STATE_BYTES_MAX);
  };

function withOrder(text: string, reference: string): string {
  const url = new URL(text);
  url.searchParams.set("order", reference);
  return url.href;
}

const probeByCommand =
  (command: string, Failed: Failure): Probe =>
  ({ reference, session, escrow }) =>
    new Promise((resolve, reject) => {
      const names = { HOLDFAST_ORDER: reference, HOLDFAST_SESSION: session, HOLDFAST_ESCROW: escrow };
      const options = { env: { ...process.env, ...names }, timeout: PATIENCE_MS, maxBuffer: STATE_BYTES_MAX };
      execFile("/bin/sh", ["-c", command], options, (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else reject(new Failed(`The probe failed: ${stderr.trim().split("\n")[0] || error.message.split("\n")[0]}`));
      });
    });
