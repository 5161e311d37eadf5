/** Stands for a character of a time of day; pages do not use it, and it separates words. */
export const MASK = '\ue000';

/** "09:15", "9:15:30", "14h30", "14 h 30", "17 uhr 05": digits that a date never has. */
const CLOCK = /(?<!\d)\d{1,2}(?:[:：]|\s?h\s?|\s?uhr\s?)\d{2}(?!\d)(?:[:：]\d{2}(?!\d))?/g;
/** "下午2:05" is a clock already; "14時05分", "오후 2시", "14时". */
const CJK_CLOCK = /\d{1,2}\s?[時时시点點](?:\s?\d{1,2}\s?[分분])?/g;
/** "5 pm", "9 a.m.", "14 uhr", "15h", "15 ч": an hour by itself. */
const HOUR =
  /(?<![\d.:/-])\d{1,2}\s?(?:[ap]\.?m\b|uhr(?![a-zà-ÿ])|h(?![a-zà-ÿ\d])|ч(?:ас[а-я]*)?(?![а-я])|น\.)/g;
/** "kl. 14.05", "um 14.05", "14.05 Uhr", "2.05 pm": a full stop needs a word next to it, or seconds and a year. */
const DOTTED =
  /(?<=\d{4}(?:-\d\d-\d\d)?,?\s)\d{1,2}\.\d{2}\.\d{2}(?![\d.])|(?<=\b(?:kl\.?|klo|um|om|ore|alle)\s)\d{1,2}\.\d{2}(?!\d|\.\d)|(?<![\d.])\d{1,2}\.\d{2}(?=\s?(?:uhr|h\b|[ap]\.?\s?m\b))/g;

/** "29.02.2020 13.12": a time with a full stop after a date with full stops, at the end of a text. */
export const AFTER_DOTTED_DATE =
  /(?<=\d{1,2}\s?\.\s?\d{1,2}\s?\.\s?(?:\d{4}|\d{2})\s)\d{1,2}\.\d{2}(?=\s*(?:$|[ai]p\.?$))/;

/** What stands behind the first digits of every time of day above. */
const TIMED = /\d\s?[.:：hu時时시點点apчน]/;
/** Every time of CJK_CLOCK has such a character. */
const NOT_ASCII = /[^\0-\x7f]/;

/**
 * Hides the times of day in normalised text, so that an hour is never read as a day or a year. The
 * text keeps its length, so that positions in it stay valid.
 */
export function maskTimes(text: string): string {
  if (!TIMED.test(text)) return text;
  let masked = text;
  if (text.includes('.')) masked = hidden(hidden(masked, DOTTED), AFTER_DOTTED_DATE);
  masked = hidden(masked, CLOCK);
  if (NOT_ASCII.test(text)) masked = hidden(masked, CJK_CLOCK);
  return hidden(masked, HOUR);
}

function hidden(text: string, times: RegExp): string {
  return text.replace(times, (time) => MASK.repeat(time.length));
}
