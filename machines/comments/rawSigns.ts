/**
 * Question marks of every script, taken from the Unicode names. They are looked for in the raw text, because
 * normalisation turns the Greek one (U+037E) into an ordinary semicolon.
 */
const QUESTION_MARK =
  /[?¿\u037e\u055e\u061f\u1367\u1945\u203d\u2047-\u2049\u2370\u2753\u2754\u2bd1\u2cfa\u2cfb\u2e18\u2e2e\u2e54\u3244\ua60f\ua6f7\ufe16\ufe56\uff1f\u{11143}\u{1e95f}\u{1f679}-\u{1f67b}\u{1fbc4}]/u

/** Greek keyboards give an ordinary semicolon for the Greek question mark. */
const GREEK = /\p{Script=Greek}/u
const SEMICOLON_BEHIND = /[\p{L}\p{N}] ?;(?!-?[)(dp])/iu

export const hasQuestionMark = (raw: string): boolean =>
  QUESTION_MARK.test(raw) || (raw.includes(';') && SEMICOLON_BEHIND.test(raw) && GREEK.test(raw))

/** NBSP, thin space and narrow NBSP: they group digits, which an ordinary space never does. */
export const GROUPING_SPACE = /[\u00a0\u2009\u202f]/g

/**
 * What a grouping space becomes, since normalisation would make it an ordinary one. An invisible format sign serves,
 * because all others of its kind have been dropped from the text by then.
 */
export const GROUPING_MARK = '\u2063'
