/**
 * Names to addresses, straight from the name servers: never the system's own look-up, whose few threads one slow name would
 * keep busy for everybody (12 s instead of 3 ms, measured), and whose hosts file is nobody's business outside.
 *
 * Owns the questions, their time limit and what their failures are called. What is kept of an answer: nothing.
 */
import { promises } from "node:dns";
import { type Policy, problemOfAddress, problemOfName, type Target } from "./guard.js";

export type Lookup =
  /** At least one, IPv4 first: a machine without IPv6 then loses no time. */
  | { readonly ok: true; readonly addresses: readonly string[] }
  | {
      readonly ok: false;
      /** One sentence for the owner of the name. */
      readonly reason: string;
      /** It has an address where nothing may be sent. */
      readonly isRefused?: true;
    };

export type Resolver = {
  /** All addresses of a name, of both families, asked for now. */
  lookUp(name: string): Promise<Lookup>;
  /** Ends what is under way; those look-ups fail. */
  close(): void;
};

/** One that asks the name servers themselves. */
export type NameServers = Resolver & {
  /** What TXT records say, asked for now; null where nobody said whether there are any. */
  texts(name: string): Promise<readonly string[] | null>;
};

export type ResolverOptions = {
  /** `address` or `address:port` of name servers; the machine's own when left out. */
  readonly servers?: readonly string[];
  /** How long the first question to a server waits; once c-ares knows how fast it is, 250 ms to 5 s. Each next one, twice. */
  readonly tryTimeoutMs?: number;
  /** Questions to each server. */
  readonly tries?: number;
  /** How long a look-up may take, all servers and tries together. */
  readonly timeoutMs?: number;
};

export function openResolver(options: ResolverOptions = {}): NameServers {
  const { servers, tryTimeoutMs = 1000, tries = 4, timeoutMs = 3000 } = options;
  const resolver = new promises.Resolver({ timeout: tryTimeoutMs, tries });
  if (servers !== undefined) resolver.setServers(servers);
  const underWay = new Map<string, Promise<Lookup>>();

  async function ask(name: string): Promise<Lookup> {
    const [four, six] = await Promise.all([
      withinTime(resolver.resolve4(name), timeoutMs),
      withinTime(resolver.resolve6(name), timeoutMs),
    ]);
    const addresses = [...four.addresses, ...six.addresses];
    if (addresses.length > 0) return { ok: true, addresses };
    return { ok: false, reason: reasonOf(name, [four.code, six.code]) };
  }

  return {
    lookUp(name) {
      if (isLocalhost(name)) return Promise.resolve({ ok: true, addresses: ["127.0.0.1", "::1"] });
      // Attempts that come while the question is out share its answer; one that comes later asks again.
      const shared = underWay.get(name);
      if (shared !== undefined) return shared;
      const asked = ask(name).finally(() => underWay.delete(name));
      underWay.set(name, asked);
      return asked;
    },
    async texts(name) {
      const said = resolver.resolveTxt(name).then((records) => records.map((parts) => parts.join("")));
      const { addresses, code } = await withinTime(said, timeoutMs);
      return code === null || NOTHING_THERE.has(code) ? addresses : null;
    },
    close: () => resolver.cancel(),
  };
}

/** Certain answers: there is no such name, or nothing of that kind at it. */
const NOTHING_THERE: ReadonlySet<string> = new Set(["ENOTFOUND", "ENODATA"]);

/**
 * The addresses that a target may be dialled at; of a name that has none the same is said whatever the cause. Refused when any of them is not public: the connection may
 * use another than the first.
 */
export async function addressesOf(
  target: Target,
  { resolver, policy }: { resolver: Resolver; policy: Policy },
): Promise<Lookup> {
  const found: Lookup = target.isLiteral ? { ok: true, addresses: [target.host] } : await resolver.lookUp(target.host);
  if (!found.ok) return { ok: false, reason: problemOfName(target.host) };
  for (const address of found.addresses) {
    const reason = problemOfAddress(address, { target, policy });
    if (reason !== null) {
      return { ok: false, reason: target.isLiteral ? reason : problemOfName(target.host), isRefused: true };
    }
  }
  return found;
}

/** Means this machine wherever it is asked, so nobody is asked (RFC 6761, section 6.3). */
const isLocalhost = (name: string): boolean => /(?:^|\.)localhost$/.test(name);

type Found = { readonly addresses: readonly string[]; readonly code: string | null };

async function withinTime(question: Promise<string[]>, timeoutMs: number): Promise<Found> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Found>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, { addresses: [], code: "ETIMEOUT" });
  });
  const answer = question.then(
    (addresses): Found => ({ addresses, code: addresses.length === 0 ? "ENODATA" : null }),
    (error: unknown): Found => ({ addresses: [], code: codeOf(error) }),
  );
  const found = await Promise.race([answer, late]);
  clearTimeout(timer);
  return found;
}

/** What one family knows for certain counts before what the other could not be asked. */
function reasonOf(name: string, codes: readonly (string | null)[]): string {
  if (codes.includes("ENOTFOUND")) return `The name ${name} does not exist.`;
  const code = codes.find((other) => other !== null && other !== "ENODATA") ?? "ENODATA";
  return WORDS[code]?.(name) ?? `The name ${name} could not be looked up (${code}).`;
}

/** By the codes of c-ares, as node:dns documents them. */
const WORDS: Readonly<Record<string, (name: string) => string>> = {
  ENODATA: (name) => `The name ${name} has no address.`,
  ESERVFAIL: (name) => `The name servers of ${name} answer with a failure.`,
  EREFUSED: (name) => `The name servers refuse to answer for ${name}.`,
  ETIMEOUT: (name) => `The name ${name} could not be looked up in time.`,
  ECONNREFUSED: (name) => `The name ${name} could not be looked up: no name server can be reached.`,
  ECANCELLED: (name) => `The look-up of ${name} was called off.`,
  EBADNAME: (name) => `The name ${name} is not valid.`,
};

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "UNKNOWN";
}
