/**
 * How many prepared statements a process has at most, every list in every shape that its filters give it: what a pooler is told
 * to keep. Most are never made. The check of the architecture counts.
 */
export const STATEMENTS_MAX = 3_100;
