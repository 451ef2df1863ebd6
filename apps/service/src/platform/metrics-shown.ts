/** Gauges that are read when somebody asks for the metrics. */
import { Gauge, type Registry } from "prom-client";

type Shown = { readonly name: string; readonly help: string; readonly labelNames?: string[] };

/** Gauges of one reading, which is made once each time that somebody asks. What can't be read stays as it was. */
export function openShown<Read>(
  registers: Registry[],
  read: () => Promise<Read>,
): (given: Shown, set: (gauge: Gauge, read: Read) => void) => void {
  let asked: Promise<Read | null> | null = null;
  const once = (): Promise<Read | null> =>
    (asked ??= read()
      .catch(() => null)
      .finally(() => {
        asked = null;
      }));
  return (given, set) => {
    new Gauge({
      ...given,
      registers,
      async collect() {
        const found = await once();
        if (found === null) return;
        this.reset();
        set(this, found);
      },
    });
  };
}
