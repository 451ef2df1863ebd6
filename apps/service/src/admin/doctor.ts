/**
 * What `holdfast doctor` works with: the examination, a way to the one URL that was named, and what the deployment at hand knows
 * of its secret. Only what it knows to be a secret of a sandbox lets events of orders out.
 */
import { existsSync } from "node:fs";
import type { Config } from "../config/index.js";
import {
  type AccountFacts,
  examine,
  type Pace,
  type Probe,
  type Report,
  UNREAD_MAX,
  Unreachable,
} from "../doctor/examine.js";
import { reportOfSilence } from "../doctor/report.js";
import { type AccountId, parseId } from "../domain/ids.js";
import { readApiKey } from "../identity/api-key.js";
import { openAuthentication } from "../identity/authenticate.js";
import { openSender } from "../outbound/send.js";
import type { Database } from "../platform/database.js";
import { hasEmbeddedDatabase, openConfiguredDir, openConfiguredSeal } from "../setup.js";
import {
  listCollisions,
  listContestedKeys,
  listSealedSecrets,
  readStanding,
  readUnread,
  type SealedSecrets,
} from "../store/read/webhooks/checks.js";
import { checkBy } from "../webhooks/check.js";
import { policyOf } from "../webhooks/policy.js";
import { CommandRefused } from "./arguments.js";
import { policyFor, SYSTEM_RESOLVER } from "./forward.js";

export { type Probe, ProbeFailed, type Report } from "../doctor/examine.js";
export { writeJunit } from "../doctor/junit.js";

/** What is known of the receiver before it is asked anything. */
export type DoctorContext = {
  readonly isOfSandbox: boolean;
  readonly previous: { readonly secret: string; readonly isOver: boolean } | null;
  readonly account: AccountFacts | null;
};

/** Whether there is a deployment that could be asked; asking makes none. */
export const hasDeployment = (config: Config): boolean => config.databaseUrl !== null || hasEmbeddedDatabase(config);

/** Of a machine that has no deployment, or can't reach it: `listen` may have made the secret here. */
export const emptyDoctorContext = (config: Config, secret: string): DoctorContext => ({
  isOfSandbox: config.mode === "sandbox" && isListenSecret(config, secret),
  previous: null,
  account: null,
});

const isListenSecret = (config: Config, secret: string): boolean =>
  existsSync(config.dataDir) && openConfiguredDir(config).readSecret("listen-secret") === secret;

const ENDPOINTS_MAX = 1_000;
const COLLISIONS_MAX = 6;

/**
 * What the deployment knows.
 * @param given.position the id of the last event that a reader of the feed handled.
 * @throws CommandRefused for a key that is none of its, or a position that is none of the account's.
 */
export async function loadDoctorContext(
  { db, config }: { readonly db: Database; readonly config: Config },
  given: { readonly secret: string; readonly apiKey: string | null; readonly position: string | null },
): Promise<DoctorContext> {
  const account = given.apiKey === null ? null : await accountOf({ db, config }, given.apiKey);
  const endpoint = await endpointOf({ db, config }, account, given.secret);
  const whose = account ?? endpoint?.account_id ?? null;
  return {
    isOfSandbox: config.mode === "sandbox" && (endpoint !== null || isListenSecret(config, given.secret)),
    previous: endpoint?.previous ?? null,
    account: whose === null ? null : await factsOf(db, whose, { endpoint, position: given.position }),
  };
}

async function accountOf({ db, config }: { db: Database; config: Config }, key: string): Promise<AccountId> {
  const most = Number.MAX_SAFE_INTEGER;
  const authenticate = openAuthentication(db, { ...config, requestsPerMinute: most, accountRequestsPerMinute: most });
  const verdict = await authenticate(readApiKey(key), "127.0.0.1");
  if (verdict.kind === "authenticated") return verdict.principal.account;
  throw new CommandRefused("--api-key is no key of this deployment, or it was revoked.");
}

type Found = SealedSecrets & { readonly previous: DoctorContext["previous"] };

/** The endpoint that signs with the secret, or did until its last rotation. */
async function endpointOf(
  { db, config }: { db: Database; config: Config },
  account: AccountId | null,
  secret: string,
): Promise<Found | null> {
  const seal = await openConfiguredSeal(config, db);
  for (const row of await listSealedSecrets(db, { account, limit: ENDPOINTS_MAX })) {
    const before = row.previous_secret === null ? null : seal.open(row.previous_secret, row.id);
    if (seal.open(row.secret, row.id) === secret)
      return { ...row, previous: before === null ? null : { secret: before, isOver: !row.overlaps } };
    if (before === secret) return { ...row, previous: null };
  }
  return null;
}

async function factsOf(
  db: Database,
  account: AccountId,
  { endpoint, position }: { readonly endpoint: Found | null; readonly position: string | null },
): Promise<AccountFacts> {
  const [collisions, contested, standing, feed] = await Promise.all([
    listCollisions(db, account, COLLISIONS_MAX),
    listContestedKeys(db, account, COLLISIONS_MAX),
    endpoint === null ? null : readStanding(db, endpoint),
    position === null ? null : unreadAfter(db, account, position),
  ]);
  return { collisions, contested, endpoint: standing, feed };
}

async function unreadAfter(db: Database, account: AccountId, position: string) {
  const after = parseId("event", position);
  const unread = after === null ? null : await readUnread(db, account, { after, limit: UNREAD_MAX });
  if (unread === null) throw new CommandRefused(`the account has no event ${position}.`);
  return unread;
}

/** Where nobody answers, that is what the examination found. */
export async function examineAt(
  url: string,
  given: DoctorContext & {
    readonly secret: string;
    readonly probe: Probe | null;
    readonly config: Config;
    readonly pace?: Partial<Pace>;
  },
): Promise<Report> {
  const { config, pace } = given;
  const sender = openSender({
    policy: policyFor(url),
    resolver: SYSTEM_RESOLVER,
    ...(config.extraCa === null ? {} : { extraCa: config.extraCa }),
  });
  try {
    return await examine(
      { ...given, url, addressProblem: await checkBy(policyOf(config))(url) },
      { send: (request) => sender.send({ url, ...request }), ...(pace === undefined ? {} : { pace }) },
    );
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    return reportOfSilence(url, { why: error.message, durationMs: error.durationMs });
  } finally {
    await sender.close();
  }
}
