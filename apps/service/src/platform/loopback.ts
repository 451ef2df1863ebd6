/** Whether a host is this very machine, whatever its names resolve to elsewhere. @param host an address without brackets, or a name. */
export const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);
