/** Replaces a character of a time of day; pages do not use it, and it separates words. */
export const MASK = '\ue000';

/** "09:15", "9:15:30", "14h30", "14 h 30", "17 uhr 05": forms that no date has. */
const CLOCK = /(?<!\d)\d{1,2}(?:[:：]|\s?h\s?|\s?uhr\s?)\d{2}(?!\d)(?:[:：]\d{2}(?!\d))?/g;
/** "14时05分", "오후 2시", "14时"; "下午2:05" matches CLOCK. */
const CJK_CLOCK = /\d{1,2}\s?[時时시点點](?:\s?\d{1,2}\s?[分분])?/g;
/** A whole hour: "5 pm", "9 a.m.", "14 uhr", "15h", "15 ч". */
const HOUR =
  /(?<![\d.:/-])\d{1,2}\s?(?:[ap]\.?m\b|uhr(?![a-zà-ÿ])|h(?![a-zà-ÿ\d])|ч(?:ас[а-я]*)?(?![а-я])|น\.)/g;
/**
 * Times with a full stop, which need a word next to them, or seconds and a year: "kl. 14.05", "um
 * 14.05", "14.05 Uhr", "2.05 pm".
 */
const DOTTED =
  /(?<=\d{4}(?:-\d\d-\d\d)?,?\s)\d{1,2}\.\d{2}\.\d{2}(?![\d.])|(?<=\b(?:kl\.?|klo|um|om|ore|alle)\s)\d{1,2}\.\d{2}(?!\d|\.\d)|(?<![\d.])\d{1,2}\.\d{2}(?=\s?(?:uhr|h\b|[ap]\.?\s?m\b))/g;

/** "29.02.2020 13.12": a time with a full stop after such a date, at the end of a text. */
export const AFTER_DOTTED_DATE =
  /(?<=\d{1,2}\s?\.\s?\d{1,2}\s?\.\s?(?:\d{4}|\d{2})\s)\d{1,2}\.\d{2}(?=\s*(?:$|[ai]p\.?$))/;

/** Separators after the first digits of all these times; a text without one has no time. */
const TIMED = /\d\s?[.:：hu時时시點点apчน]/;
/** Characters that every match of CJK_CLOCK has. */
const NOT_ASCII = /[^\0-\x7f]/;

/**
 * Masks the times of day in normalised text, so that no hour is read as a day or a year. The length
 * of the text stays the same, so that positions stay valid.
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
