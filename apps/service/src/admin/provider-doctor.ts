/** What `holdfast provider doctor` works with: an adapter of anybody's at one URL, tried without a deployment. */
import type { Config } from "../config/index.js";
import { standardKeyOf } from "../platform/mac.js";
import { CHECK_IDS, examineProvider, type ProviderReport } from "../providers/http/doctor/examine.js";
import { CommandRefused } from "./arguments.js";

export type { ProviderFinding, ProviderReport } from "../providers/http/doctor/examine.js";

/** @throws CommandRefused for an invalid address or secret, or an unknown check. */
export async function examineAdapter(
  given: string,
  { secret, only, config }: { readonly secret: string; readonly only: string | null; readonly config: Config },
): Promise<ProviderReport> {
  const url = URL.parse(given);
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== "" || url.hash !== "" || url.username !== "")
    throw new CommandRefused("the URL is not one: it starts with http:// or https://, and has no query.");
  if (standardKeyOf(secret) === null)
    throw new CommandRefused("the secret is none of an adapter: it is whsec_ and 24 to 64 bytes in base64.");
  if (only !== null && !CHECK_IDS.includes(only))
    throw new CommandRefused(`there is no check ${only}: the checks are ${CHECK_IDS.join(", ")}.`);
  return examineProvider(url.origin + url.pathname.replace(/\/$/, ""), { secret, only, extraCa: config.extraCa });
}
