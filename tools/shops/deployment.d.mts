export interface Deployment {
  readonly shopUrl: string;
  readonly publicUrl: string;
  readonly apiKey: string;
  readonly seller: { readonly mail: string; readonly password: string };
  readonly admin: { readonly identifier: string; readonly password: string };
  /** Ids of the processes. */
  readonly processes: { readonly database: number; readonly service: number; readonly shop: number };
  /** Settled when the store's process has ended. */
  readonly ended: Promise<unknown>;
  stop(): Promise<void>;
}

export interface DeploymentOptions {
  readonly servicePort?: number;
  readonly shopPort?: number;
  readonly releases?: "order" | "line";
  readonly everyMs?: number;
  readonly say?: (step: string) => void;
}

export function openDeployment(options?: DeploymentOptions): Promise<Deployment>;
