import type { ComponentChildren, JSX } from "preact";

/** Where the script asks whether a page has news, and what it writes should nothing happen for long (kit/assets/wait.js). */
export const NewsStatus = ({
  path,
  version,
  stopped,
  class: classes,
  children,
}: {
  /** Of the page itself. */
  path: string;
  /** Tells one state of the page from another. */
  version: string;
  stopped: string;
  class?: string;
  children: ComponentChildren;
}): JSX.Element => (
  <span role="status" data-status={`${path}/status`} data-version={version} data-stopped={stopped} class={classes}>
    {children}
  </span>
);
