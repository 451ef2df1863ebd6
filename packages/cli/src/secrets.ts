/** `holdfast secrets …` */
import * as admin from "@holdfast/service/admin";
import { type Entering, run } from "./run.js";

export function enterSecrets({ group, add }: Entering): void {
  const secrets = group("secrets", "what SECRET_KEY seals");
  add(secrets, "reseal", "seal every secret with the first key of SECRET_KEY, while the service runs").action(
    (options: { json?: boolean }) =>
      run(options.json === true, async (db, config) => {
        const value = await admin.resealSecrets(db, config);
        const refused = value.failed.length > 0;
        const text = refused
          ? `${value.resealed} resealed; none of the keys opens these, and they stay as they are: ${value.failed.join(", ")}.`
          : `${value.resealed} resealed, none left; ${value.retired} older keys retired.`;
        return { value, text, refused };
      }),
  );
}
