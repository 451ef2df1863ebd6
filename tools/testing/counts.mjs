/** Tells the launcher what a run of the tests came to: passed, failed, and what was skipped, by reason. */
import { writeFileSync } from "node:fs";

const NO_REASON = "without a reason";
const SET_UP = "their set-up failed, see above";

/** A reporter for Vitest; HOLDFAST_COUNTS names where the JSON goes. What `-t` or a filter of tags leaves out was not asked for, and is not counted. */
export default class Counts {
  #asked;
  #tags = [];

  onInit({ config }) {
    this.#asked = config.testNamePattern;
    this.#tags = config.tagsFilter ?? [];
  }

  onTestRunEnd(modules) {
    const counts = { passed: 0, failed: 0, skipped: {} };
    for (const module of modules) {
      const suites = [module, ...module.children.allSuites()];
      counts.failed += suites.filter((suite) => suite.errors().length > 0).length;
      for (const test of module.children.allTests()) this.#count(counts, test);
    }
    writeFileSync(process.env.HOLDFAST_COUNTS, JSON.stringify(counts));
  }

  #count(counts, test) {
    const { state, note } = test.result();
    if (state === "passed" || state === "failed") counts[state] += 1;
    else if (this.#isAsked(test)) {
      const reason = note ?? (isSetUp(test.parent) ? NO_REASON : SET_UP);
      counts.skipped[reason] = (counts.skipped[reason] ?? 0) + 1;
    }
  }

  /** Of filters it knows those that the launcher gives: a tag, or a tag that is not wanted. */
  #isAsked({ fullName, tags }) {
    const isNamed = this.#asked === undefined || this.#asked.test(fullName.replaceAll(" > ", " "));
    const isTagged = (tag) => (tag.startsWith("!") ? !tags.includes(tag.slice(1)) : tags.includes(tag));
    return isNamed && this.#tags.every(isTagged);
  }
}

/** Whether nothing around a test has failed before it could begin. */
function isSetUp(suite) {
  if (suite.errors().length > 0) return false;
  return suite.type === "module" || isSetUp(suite.parent);
}
