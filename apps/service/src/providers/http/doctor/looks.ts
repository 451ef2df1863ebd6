/** How it shows itself to payers and sellers. */
import { type Bench, type Check, Wrong } from "./bench.js";

const labelled = ({ told }: Bench) => told.capabilities.filter(({ labels }) => labels !== undefined);
const showsNothing = (bench: Bench): boolean =>
  labelled(bench).length === 0 && bench.told.looks.icon === null && bench.told.looks.faults.length === 0;

export const LOOKS: readonly Check[] = [
  {
    group: "capabilities",
    id: "looks",
    title: "its labels and its icon can be shown",
    skip: (bench) => (showsNothing(bench) ? "it has neither labels nor an icon" : null),
    run: async (bench) => {
      const { icon, faults } = bench.told.looks;
      if (faults.length > 0) throw new Wrong(faults.join(" "));
      const names = [...new Set(labelled(bench).flatMap(({ labels }) => (labels === undefined ? [] : labels.default)))];
      return [
        ...names.map((name) => `“${name}”`),
        icon === null ? "no icon" : `an icon of ${icon.width} × ${icon.height} pixels`,
      ].join(", ");
    },
  },
];
