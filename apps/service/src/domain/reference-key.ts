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

const SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * A short name of what has a UUID, for files and statements that have no room for 36 signs: 14 signs, of which none is mistaken for
 * another, made of the 60 last bits, which are random. It is its own key.
 */
export function shortCode(prefix: "HP" | "HB", uuid: string): string {
  let bits = BigInt(`0x${uuid.replaceAll("-", "").slice(-15)}`);
  let code = "";
  for (let at = 0; at < 12; at += 1) {
    code = SIGNS.charAt(Number(bits % 32n)) + code;
    bits /= 32n;
  }
  return prefix + code;
}
