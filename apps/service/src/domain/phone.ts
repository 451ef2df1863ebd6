/** "+255 712 345 678", "00255…", "(255) 712-345678": a plus sign and 8 to 15 digits (E.164). Null for anything else. */
export function readPhone(text: string): string | null {
  const digits = text
    .trim()
    .replace(/^\+|^00/, "")
    .replaceAll(/[\s().\-/]/g, "");
  return /^[1-9]\d{7,14}$/.test(digits) ? `+${digits}` : null;
}
