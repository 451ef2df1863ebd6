import { askWhy } from "../ask.js";
import { RevisionPage } from "./view.js";

export const askRevision = askWhy("requestRevision", RevisionPage);
