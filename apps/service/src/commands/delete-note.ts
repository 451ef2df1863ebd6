import type { Queryable } from "../platform/database.js";
import { deleteNote as remove } from "../store/write/notes.js";

/** For good. False where there is none that this person may take back. */
export const deleteNote = (db: Queryable, note: Parameters<typeof remove>[1]): Promise<boolean> => remove(db, note);
