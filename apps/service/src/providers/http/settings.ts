/** What an adapter over HTTP is reached with. */
export type HttpSettings = {
  /** As PROVIDERS has it behind `http:`. */
  readonly name: string;
  /** Without a slash at its end; it may have a path. */
  readonly url: string;
  /** Whole secrets (`whsec_…`), the current one first, at most two. */
  readonly secrets: readonly string[];
  readonly isLive: boolean;
  /** It is on this machine, or at a host of PROVIDER_HOSTS_PRIVATE: plain http and any address will do. */
  readonly isNear: boolean;
};

/** In `payments.provider`. */
export const httpName = (name: string): string => `http:${name}`;
/** Below /callbacks. */
export const callbackPathOf = (name: string): string => `/callbacks/http/${name}`;
