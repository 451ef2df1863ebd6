/** The doctor as a tool of agents: for the one receiver that was named at the start, so that no text can send it elsewhere. */
import * as admin from "@holdfast/service/admin";
import { loadDoctorContext } from "./doctor.js";
import type { Tool } from "./mcp-tools.js";

export type Receiver = { readonly url: string; readonly secret: string };

export const doctorTool = ({ url, secret }: Receiver): Tool => ({
  name: "sandbox_doctor",
  title: "Check the receiver of webhooks",
  description: `Check the receiver of webhooks at ${url}: some seventy requests, less than a minute. Answers with each check, its verdict, the likely cause and the fix. Where the deployment's database is not at hand, only pings and what must be refused are sent.`,
  input: { type: "object", properties: {}, required: [], additionalProperties: false },
  isReading: false,
  run: async () => {
    const doctoring = await admin.loadDoctoring();
    const config = admin.readConfig();
    const known = await loadDoctorContext(config, { secret });
    return doctoring.examineAt(url, { ...known, probe: null, secret, config });
  },
});
