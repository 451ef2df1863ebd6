/**
 * Of several cells, where people are apart: brings here who they are, as far as this cell knows them, and what happened to their
 * sign-ins; and forgets in the directory what has run out. One cell has all of it in its own database.
 */
import type { Queryable } from "../platform/database.js";
import type { Log } from "../platform/log.js";
import {
  listPeopleNews,
  readPeopleNewsRead,
  rereadPeople,
  sweepPeople,
  takePeopleEvents,
  takeSellers,
} from "../store/identity/sellers-apart.js";
import { forgetMails } from "../store/queue/retention.js";
import { KEPT_DAYS } from "./retention.js";
import { startTicker, TICK_MS, type Ticker } from "./ticker.js";

const AT_ONCE = 500;
const SWEEP_EVERY_TICKS = 60;

type Means = {
  readonly db: Queryable;
  readonly people: Queryable;
  readonly log: Log;
  readonly tickMs?: number | undefined;
};

export function startPeople({ db, people, log, tickMs = TICK_MS }: Means): Ticker {
  let ticks = 0;
  return startTicker(tickMs, async () => {
    try {
      const isMore = await readOn({ db, people, log });
      if (isMore) return true;
      if (ticks % SWEEP_EVERY_TICKS === 0) {
        await sweepPeople(people);
        await forgetMails(people, { days: KEPT_DAYS.mails, limit: AT_ONCE });
      }
      ticks += 1;
    } catch (error) {
      log.warn({ err: error }, "news of people could not be read, and will be");
    }
    return false;
  });
}

/** True when there is more. People come first, for what happened refers to them; to take them twice changes nothing. */
async function readOn({ db, people, log }: Pick<Means, "db" | "people" | "log">): Promise<boolean> {
  const after = await readPeopleNewsRead(db);
  const { news, last: told } = await listPeopleNews(people, after, AT_ONCE);
  if (BigInt(told) < BigInt(after)) {
    if (await rereadPeople(db, { after, last: told }))
      log.warn({ after, told }, "the directory has lost what it told last of people: this cell reads on from there");
    return true;
  }
  const last = news.at(-1)?.number;
  if (last === undefined) return false;
  const sellers = news.flatMap(({ seller }) => seller ?? []);
  if (sellers.length > 0) await takeSellers(db, sellers, { isHere: false });
  await takePeopleEvents(db, news, { after, last });
  return news.length === AT_ONCE;
}
