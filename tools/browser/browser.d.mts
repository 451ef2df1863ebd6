/** The folder of the package, from the root. */
export const PACKAGE: string;
export const isPackaged: boolean;
export function findBrowser(): string | null;
export function openBrowser(): Promise<{ readonly executablePath: string; readonly env: NodeJS.ProcessEnv }>;
