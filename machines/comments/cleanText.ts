/**
 * Text as PostgreSQL stores it and gives it back unchanged: without U+0000, which it refuses, with every half of a
 * surrogate pair replaced by U+FFFD, and without white space at either end.
 */
export const cleanText = (raw: string): string => raw.replaceAll('\0', '').toWellFormed().trim()
