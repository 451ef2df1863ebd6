/** Versions by the names that browserslist gives browsers. */
export const OLDEST: Readonly<Record<"chrome" | "edge" | "firefox" | "safari" | "ios_saf" | "samsung", string>>;
