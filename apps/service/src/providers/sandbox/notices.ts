/**
 * How the simulated providers notify us: each notice is posted to PUBLIC_URL, signed when it is sent, and tried again
 * until it is taken. Their prompts end here too when nobody answers. Any number of processes may run it.
 */
import { unixSeconds } from "../../platform/clock.js";
import type { Queryable } from "../../platform/database.js";
import { sha256 } from "../../platform/hash.js";
import { endPrompts } from "../../store/sandbox/bank.js";
import { claimNotices, type DueNotice, settleNotice } from "../../store/sandbox/notices.js";
import { reportReturned } from "../../store/sandbox/outgoing.js";
import { noticeKey } from "../open.js";
import { signNotice } from "../signature.js";
import type { SandboxName } from "./names.js";
import { SIGNATURE_HEADER } from "./read-notice.js";

/** As many as fit into a lease, should each of them take all its time. */
const BATCH = 10;
const SEND_WITHIN_MS = 5_000;

/** Wait after failed try n, which counts from 1, by the service's clock; then the notice is given up. */
const RETRY_SECONDS = [5, 30, 120, 600, 3_600, 21_600, 86_400] as const;

export type NoticeMeans = {
  readonly db: Queryable;
  /** The deployment's SECRET_KEY. */
  readonly secret: Buffer;
  /** Whom to notify: PUBLIC_URL. */
  readonly origin: () => string;
};

/** Sends what is due; true when there may be more. */
export async function sendNotices(means: NoticeMeans, halt: AbortSignal): Promise<boolean> {
  await endPrompts(means.db, "sandbox-mobile-money" satisfies SandboxName);
  await reportReturned(means.db);
  const notices = await claimNotices(means.db, BATCH);
  // In the order of their numbers, as a provider would; what comes out of order does so by the provider's mood.
  for (const notice of [...notices].sort((a, b) => Number(a.id) - Number(b.id))) {
    const wasTaken = await post(notice, means, halt);
    const retryAfter = wasTaken ? null : (RETRY_SECONDS[notice.tries - 1] ?? null);
    await settleNotice(means.db, notice, retryAfter);
  }
  return notices.length === BATCH;
}

async function post(
  { provider, body, is_forged, is_unsigned }: DueNotice,
  means: NoticeMeans,
  halt: AbortSignal,
): Promise<boolean> {
  const key = noticeKey(means.secret, provider as SandboxName);
  const signedWith = is_forged ? sha256(key) : key;
  const bytes = Buffer.from(body);
  try {
    const response = await fetch(`${means.origin()}/callbacks/${provider}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(is_unsigned ? {} : { [SIGNATURE_HEADER]: signNotice(signedWith, unixSeconds(), bytes) }),
      },
      body: bytes,
      redirect: "manual",
      signal: AbortSignal.any([halt, AbortSignal.timeout(SEND_WITHIN_MS)]),
    });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
