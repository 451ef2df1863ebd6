export interface Deployment {
  readonly shopUrl: string;
  readonly publicUrl: string;
  readonly apiKey: string;
  readonly seller: { readonly mail: string; readonly password: string };
  readonly admin: { readonly identifier: string; readonly password: string };
  /** A file for the name of the point where the store is to fall. */
  readonly fallAt: string;
  /** Settled when the store's process has ended. */
  readonly ended: Promise<unknown>;
  stop(): Promise<void>;
}

export interface DeploymentOptions {
  readonly servicePort?: number;
  readonly shopPort?: number;
  readonly releases?: "order" | "line";
  readonly everyMs?: number;
  readonly falls?: boolean;
  readonly say?: (step: string) => void;
}

export function openDeployment(options?: DeploymentOptions): Promise<Deployment>;
