import type { JSX } from "preact";
import { useWords } from "../../kit/language.js";
import { ShortcutsDialog } from "../../kit/shortcuts.js";
import { shortcutWords } from "./words.js";

/** The keys of every page of an account. */
export function Shortcuts(): JSX.Element {
  const words = useWords(shortcutWords);
  return (
    <ShortcutsDialog
      title={words.title}
      close={words.close}
      shortcuts={[
        { keys: ["/", "Ctrl K"], text: words.search },
        { keys: ["↑", "↓"], text: words.move },
        { keys: ["Enter"], text: words.open },
        { keys: ["Esc"], text: words.close },
        { keys: ["←", "→"], text: words.values },
        { keys: ["?"], text: words.this },
      ]}
    />
  );
}
