/**
 * A text as any spelling of one of our references in it reads: no spaces or marks, capitals, and the letters that people take for
 * digits as those digits. References have none of those letters, so each is its own key.
 */
export const referenceKey = (text: string): string =>
  text
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, "")
    .replaceAll("O", "0")
    .replaceAll(/[IL]/g, "1");
