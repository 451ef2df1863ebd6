import * as admin from "@holdfast/service/admin";

/** Where the running service is, by its configuration, without a slash at its end. @throws admin.ConfigError */
export function originOf({ publicUrl, port }: admin.Config): string {
  if (publicUrl !== null) return publicUrl;
  if (port !== 0) return `http://localhost:${port}`;
  throw new admin.ConfigError("PORT=0 does not tell where the service is: set PORT to its port, or PUBLIC_URL.");
}
