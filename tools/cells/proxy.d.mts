/** Where a process of a cell listens, on loopback. */
export type CellPorts = { readonly port: number; readonly opsPort: number | null };

export type RunningProxy = { readonly url: string; readonly port: number; stop(): Promise<void> };

/**
 * @param cells by the names that deploy/cells/haproxy.cfg gives them.
 * @param options.keptMax how many names it keeps, in place of what cells.lua says.
 * @param options.checkMs how often it looks whether a server is there, in place of every two seconds.
 */
export function startProxy(
  cells: Readonly<Record<string, CellPorts>>,
  options?: { readonly keptMax?: number; readonly checkMs?: number },
): Promise<RunningProxy>;
