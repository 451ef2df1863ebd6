export interface Shop {
  readonly name: string;
  readonly folder: string;
  readonly project?: string;
  readonly runner?: string;
}

export const SHOPS: readonly Shop[];
