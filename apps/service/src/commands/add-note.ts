import { type NoteProblem, noteProblem } from "../domain/notes.js";
import { ok, type Result, refused } from "../domain/result.js";
import type { Queryable } from "../platform/database.js";
import { brokenCheck } from "../platform/database-errors.js";
import { insertNote, type NewNote } from "../store/write/notes.js";

/** For the seller's team alone: no event tells of it, and no buyer sees it. The same note twice is one. */
export async function addNote(db: Queryable, note: NewNote): Promise<Result<null, NoteProblem>> {
  const problem = noteProblem(note.text);
  if (problem !== null) return refused(problem);
  try {
    await insertNote(db, note);
    return ok(null);
  } catch (error) {
    if (brokenCheck(error) === "order_notes_hundred") return refused("full");
    throw error;
  }
}
