import { API_PATH, openApiDocument } from "@holdfast/contract";
import { operatorName } from "../kit/operator.js";
import type { Site } from "../kit/site.js";
import { type Reference, readReference } from "./reference.js";

export type DocsServices = {
  /** The origin that links start with; known once the service listens. */
  readonly publicUrl: () => string;
};

/** The reference of the API as this deployment publishes it. */
export const loadReference = ({ isSandbox }: Site, { publicUrl }: DocsServices): Reference =>
  readReference(openApiDocument({ baseUrl: publicUrl() + API_PATH, sandbox: isSandbox, operator: operatorName() }));
