/**
 * Real objects for a fuzzer, so that each operation meets one that it can act on: orders in every standing, and an endpoint.
 * By operation, the path parameters to use.
 */

/** Open for as long as can be: the clock's helper is tried before some of the others. */
const ORDER = { title: "Hand-thrown dinner set", amount: "249.90", expires_in: 604_800 };
const DELIVERY = { submission_details: "DHL 4410 8823 7712" };
const REASON = { reason: "Two of the bowls arrived cracked." };

/** How far an order goes before it is handed to the operation; each step comes after those before it. */
const STEPS = ["offered", "confirmed", "paid", "submitted", "disputed"];
const STANDING = {
  getSession: "offered",
  expireSession: "offered",
  sandboxConfirmSession: "offered",
  getEscrow: "confirmed",
  sandboxRecordPayment: "confirmed",
  sandboxDeclineEscrow: "confirmed",
  sandboxCancelEscrow: "paid",
  submitMilestone: "paid",
  sandboxApproveMilestone: "submitted",
  sandboxRequestRevision: "submitted",
  sandboxDisputeMilestone: "submitted",
  sandboxResolveDispute: "disputed",
};

/** @returns {Promise<Record<string, Record<string, string>>>} */
export async function createSeeds(service) {
  const seeds = {};
  for (const [operation, standing] of Object.entries(STANDING)) seeds[operation] = await order(service, standing);
  const { id: account } = await service.get("/account");
  const endpoint = await service.holdfast(
    "webhook",
    "create",
    "--account",
    account,
    "--url",
    `${service.receiverUrl}/`,
    "--json",
  );
  seeds.sandboxSetChaos = { endpoint: JSON.parse(endpoint.stdout).id };
  return seeds;
}

async function order({ post }, standing) {
  const reaches = (step) => STEPS.indexOf(standing) >= STEPS.indexOf(step);
  const { id } = await post("/checkout/sessions", ORDER);
  if (!reaches("confirmed")) return { id };
  const escrow = await post(`/test_helpers/checkout/sessions/${id}/confirm`);
  const at = { escrow_id: escrow.id, milestone_id: escrow.milestones[0].id };
  const milestone = `escrows/${at.escrow_id}/milestones/${at.milestone_id}`;
  if (reaches("paid")) await post(`/test_helpers/escrows/${at.escrow_id}/payments`);
  if (reaches("submitted")) await post(`/${milestone}/submit`, DELIVERY);
  if (reaches("disputed")) await post(`/test_helpers/${milestone}/dispute`, REASON);
  return at;
}
