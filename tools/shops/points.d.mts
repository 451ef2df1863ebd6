export const POINTS: readonly {
  readonly name: string;
  readonly when: "asked" | "written" | "committed";
  readonly what: RegExp;
}[];

export function fallsOf(count: number): readonly { readonly time: number; readonly point: string }[];
