/**
 * A lock between processes: a file with the numbers of the processes that hold it, which counts while one of them lives. Plain
 * JavaScript with nothing but built-ins, as tools/run.mjs is.
 */
import fs from "node:fs";

/** Takes the lock for this process. False while another one holds it; a lock of the dead is dropped, for the next try to take. */
export function takeLock(path) {
  const draft = writeAside(path, [process.pid]);
  try {
    fs.linkSync(draft, path);
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    dropDeadLock(path, draft);
    return false;
  } finally {
    fs.rmSync(draft, { force: true });
  }
}

/** Says anew who holds a lock that we took: `pids`. */
export function nameHolders(path, pids) {
  fs.renameSync(writeAside(path, pids), path);
}

/** Nobody ever reads a lock without its numbers: it is complete before it is put in place. */
function writeAside(path, pids) {
  const draft = `${path}.${process.pid}`;
  fs.writeFileSync(draft, pids.join(" "));
  return draft;
}

function dropDeadLock(path, draft) {
  try {
    const holders = fs.readFileSync(path, "utf8");
    if (holders.split(" ").map(Number).some(isAlive)) return;
    fs.renameSync(path, draft); // of those who notice at once, one renames; the others find it gone
    if (fs.readFileSync(draft, "utf8") !== holders) fs.linkSync(draft, path); // it was taken anew meanwhile: put it back
  } catch (error) {
    if (error.code !== "ENOENT" && error.code !== "EEXIST") throw error;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
