/**
 * `npm run demo`: a store, the service, and the bridge between them, on this machine alone. A visitor buys, pays in the sandbox, ships as
 * the store would, and approves. What is made is gone when it stops.
 */
import { Failure } from "../clients/process.mjs";
import { openDeployment } from "./deployment.mjs";
import { compileShop, installShop, SHOPS } from "./install.mjs";
import { demoPorts } from "./ports.mjs";

let deployment = null;
let isStopping = false;

async function stop() {
  if (isStopping) return;
  isStopping = true;
  await deployment?.stop();
  process.exit(0);
}

async function main() {
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP", "disconnect"]) process.on(signal, () => void stop());
  const say = (step) => console.error(`${step} …`);
  await demoPorts(process.env.PORT, () => undefined); // said before anything is installed
  const vendure = SHOPS.find(({ name }) => name === "vendure");
  const missing = await installShop(vendure);
  if (missing !== null) throw new Failure(`the demo needs Vendure, and ${missing}`);
  await compileShop(vendure);
  const ports = await demoPorts(process.env.PORT, (line) => console.error(line));
  deployment = await openDeployment({ ...ports, say });
  if (isStopping) return deployment.stop();
  const { shopUrl, publicUrl, seller, admin, ended } = deployment;
  console.log(`
  Store     ${shopUrl}
  Console   ${publicUrl}/console          ${seller.mail}, password ${seller.password}
  Mailbox   ${publicUrl}/sandbox/mailbox

Buy something in the store, pay with the card 4242 4242 4242 4242, ship it from the order's page, and approve it as the buyer.
Vendure's own admin is at ${shopUrl}/admin: ${admin.identifier}, password ${admin.password}. Ctrl-C stops and removes everything.
`);
  void ended.then(() => {
    if (isStopping) return;
    console.error("the store has ended");
    process.exitCode = 1;
    return deployment.stop();
  });
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Failure ? error.message : error);
  process.exit(1);
}
