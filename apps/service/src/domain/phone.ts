/** "+255 712 345 678", "00255…", "(255) 712-345678": a plus sign and 8 to 15 digits (E.164). Null for anything else. */
export function readPhone(text: string): string | null {
  const digits = text
    .trim()
    .replace(/^\+|^00/, "")
    .replaceAll(/[\s().\-/]/g, "");
  return /^[1-9]\d{7,14}$/.test(digits) ? `+${digits}` : null;
}

/**
 * Two letters (ISO 3166-1) of the country that the number belongs to. Null where several share a code, as all behind +1 and
 * +7 do, and for a code that is not listed.
 */
export function countryOfPhone(phone: string): string | null {
  for (const length of [1, 2, 3]) {
    const country = BY_CODE.get(phone.slice(1, 1 + length));
    if (country !== undefined) return country;
  }
  return null;
}

/** Calling codes (ITU-T E.164) with their countries; none begins another. */
const BY_CODE: ReadonlyMap<string, string> = new Map(
  (
    "93AF 355AL 213DZ 376AD 244AO 54AR 374AM 297AW 61AU 43AT 994AZ 973BH 880BD 375BY 32BE 501BZ 229BJ 975BT " +
    "591BO 387BA 267BW 55BR 673BN 359BG 226BF 257BI 855KH 237CM 238CV 236CF 235TD 56CL 86CN 57CO 269KM 242CG " +
    "243CD 506CR 225CI 385HR 53CU 357CY 420CZ 45DK 253DJ 593EC 20EG 503SV 240GQ 291ER 372EE 268SZ 251ET 679FJ " +
    "358FI 33FR 241GA 220GM 995GE 49DE 233GH 30GR 502GT 224GN 245GW 592GY 509HT 504HN 852HK 36HU 354IS 91IN " +
    "62ID 98IR 964IQ 353IE 972IL 39IT 81JP 962JO 254KE 82KR 965KW 996KG 856LA 371LV 961LB 266LS 231LR 218LY " +
    "423LI 370LT 352LU 853MO 261MG 265MW 60MY 960MV 223ML 356MT 222MR 230MU 52MX 373MD 377MC 976MN 382ME 212MA " +
    "258MZ 95MM 264NA 977NP 31NL 64NZ 505NI 227NE 234NG 389MK 47NO 968OM 92PK 970PS 507PA 675PG 595PY 51PE " +
    "63PH 48PL 351PT 974QA 262RE 40RO 250RW 685WS 239ST 966SA 221SN 381RS 248SC 232SL 65SG 421SK 386SI 252SO " +
    "27ZA 211SS 34ES 94LK 249SD 597SR 46SE 41CH 963SY 886TW 992TJ 255TZ 66TH 670TL 228TG 676TO 216TN 90TR " +
    "993TM 256UG 380UA 971AE 44GB 598UY 998UZ 678VU 58VE 84VN 967YE 260ZM 263ZW"
  )
    .split(" ")
    .map((one) => [one.slice(0, -2), one.slice(-2)]),
);
