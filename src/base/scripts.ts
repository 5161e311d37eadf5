/**
 * The scripts written without spaces, and Hangul, whose particles are attached to the words, as properties
 * within the brackets of a regular expression. Extensions: the long vowel of Katakana belongs to two scripts.
 */
export const UNSPACED =
  '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{sc=Hangul}\\p{sc=Bopomofo}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}';
