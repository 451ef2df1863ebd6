/** Calls of Vendure's two APIs, as any storefront makes them: over HTTP, with the visitor's token. */

/** A refusal, in words for the visitor. */
export class Refused extends Error {}

export interface Caller {
  /** Vendure's token of the visitor's session; it may change with every call. */
  token: string | null;
  call<Data>(query: string, variables?: Record<string, unknown>): Promise<Data>;
}

const WITHIN_MS = 30_000;

export function openCaller(url: string, token: string | null): Caller {
  const caller: Caller = {
    token,
    call: async <Data>(query: string, variables: Record<string, unknown> = {}): Promise<Data> => {
      const response = await fetch(url, {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          ...(caller.token === null ? {} : { Authorization: `Bearer ${caller.token}` }),
        },
        body: JSON.stringify({ query, variables }),
        signal: AbortSignal.timeout(WITHIN_MS),
      });
      caller.token = response.headers.get("vendure-auth-token") ?? caller.token;
      const { data, errors } = (await response.json()) as { data?: Data; errors?: { message: string }[] };
      if (errors !== undefined || data === undefined || data === null)
        throw new Refused(errors?.[0]?.message ?? `Vendure answered ${response.status}`);
      for (const result of Object.values(data)) {
        const { errorCode, message, transitionError } = (result ?? {}) as Record<string, string | undefined>;
        if (errorCode !== undefined) throw new Refused(transitionError || message);
      }
      return data;
    },
  };
  return caller;
}
