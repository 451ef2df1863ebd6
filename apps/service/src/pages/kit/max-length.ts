/**
 * How much of a text a field takes, where the server takes so many characters and says so itself: a browser counts some of them as two,
 * and blanks around a text and marks that nobody sees are no part of it. What is too long is told, never cut.
 */
export const maxLengthFor = (characters: number): number => 2 * characters + 100;
