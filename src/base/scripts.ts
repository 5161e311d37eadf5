/**
 * Scripts that are written without spaces, and Hangul, whose particles are attached to the words,
 * as properties for the brackets of a regular expression. "scx" includes the long vowel mark of
 * Katakana, which belongs to two scripts.
 */
export const UNSPACED =
  '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{sc=Hangul}\\p{sc=Bopomofo}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}';
