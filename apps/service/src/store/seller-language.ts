/**
 * Text of SQL: the language that the person with an address reads the console in, as a mail's parameters bear it. Null, and the mail
 * in English, for an address without a sign-in and for a person who has not chosen.
 * @param otherwise the language of the page, for such a person.
 */
export const languageOf = (email: string, otherwise = "null"): string => {
  const chosen = `(select spoken.locale from sellers spoken where spoken.email = ${email})`;
  return `jsonb_build_object('locale', coalesce(${chosen}, ${otherwise}::text))`;
};
