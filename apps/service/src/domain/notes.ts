/** What a seller's team writes down about an order: for itself, and for nobody else. */

import type { NoteId } from "./ids.js";
import { tidy } from "./typed.js";

/** The database has the same bounds. */
export const NOTE_LENGTH_MAX = 2_000;
export const NOTES_MAX = 100;

export type NoteProblem = "blank" | "long" | "full";

export type Note = {
  readonly id: NoteId;
  readonly text: string;
  readonly author: { readonly id: string; readonly name: string };
  readonly created: number;
};

/** As it is kept: without space around it, and with the line ends of one system. */
export const tidyNote = (typed: string): string => tidy(typed.replaceAll(/\r\n?/g, "\n"));

export const noteProblem = (text: string): Exclude<NoteProblem, "full"> | null =>
  text === "" ? "blank" : [...text].length > NOTE_LENGTH_MAX ? "long" : null;
