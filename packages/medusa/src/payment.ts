/** How a payment of Medusa's names what it belongs to. */

/** The payment provider's id in Medusa, whatever name the shop gave it. */
export const isOurs = (provider: string | null | undefined): boolean => provider?.startsWith("pp_holdfast") === true;

/** What stands in a payment's data, and in what the bridge hands to the provider. */
export function escrowOf(data: Record<string, unknown> | null | undefined): string | null {
  const escrow = data?.["escrow"];
  return typeof escrow === "string" && escrow !== "" ? escrow : null;
}
