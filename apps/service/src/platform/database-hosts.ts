/** The hosts of a `DATABASE_URL`, and which of them the next connection goes to. */
import pg from "pg";
import { refusesSettings, withoutSettings } from "./database-settings.js";

/** `postgres://u:p@a:1,b:2/db` names two hosts; the driver takes one at a time. */
export function splitHosts(url: string): readonly string[] {
  const [, scheme = "", authority = ""] = /^(postgres(?:ql)?:\/\/)([^/?]*)/.exec(url) ?? [];
  const from = scheme.length + authority.lastIndexOf("@") + 1;
  const to = scheme.length + authority.length;
  const hosts = url.slice(from, to).split(",");
  return scheme === "" ? [url] : hosts.map((host) => url.slice(0, from) + host + url.slice(to));
}

/** The same for people, without users, passwords and options: `a:1 or b:2`. */
export const namesOfHosts = (url: string): string =>
  splitHosts(url)
    .map((host) => new URL(host))
    .map(({ host, searchParams }) => host || (searchParams.get("host") ?? "localhost"))
    .join(" or ");

/**
 * Each new connection goes to the host that worked last; one that fails, falls silent, or turns out a standby, moves on to the next.
 * Where a pooler refuses the settings that a connection brings, later ones bring none.
 */
export function failoverClient(hosts: readonly string[]): typeof pg.Client {
  let current = 0;
  let bringsSettings = true;
  const moveOnFrom = (attempted: number): void => {
    if (current === attempted) current = (attempted + 1) % hosts.length;
  };
  return class extends pg.Client {
    readonly #host: number;
    constructor(config: pg.ClientConfig) {
      super({ ...(bringsSettings ? config : withoutSettings(config)), connectionString: hosts[current] ?? "" });
      this.#host = current;
      this.once("left", () => moveOnFrom(this.#host));
    }
    override connect(): Promise<this>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<this> | undefined {
      if (callback === undefined) return super.connect() as Promise<this>;
      super.connect((error: Error) => {
        if (refusesSettings(error)) bringsSettings = false;
        else if (error != null) moveOnFrom(this.#host);
        callback(error);
      });
      return undefined;
    }
  } as typeof pg.Client;
}
