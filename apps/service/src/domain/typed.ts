/** Text as people type it. */
import { isBlank } from "@holdfast/contract";

/** Without space around it; "" where nothing of it would show. */
export const tidy = (text: string): string => (isBlank(text) ? "" : text.trim());
