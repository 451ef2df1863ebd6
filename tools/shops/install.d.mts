export interface Shop {
  readonly name: string;
  readonly folder: string;
  readonly project?: string;
  readonly runner?: string;
  readonly findMissing?: () => Promise<string | null>;
}

export const SHOPS: readonly Shop[];
