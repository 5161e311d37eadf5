import { parseOffset, type Time } from './iso.js';
import { zoneOffsetInText } from './zones.js';

/** A time of day, and its offset from UTC in minutes if the text names a zone. */
export interface TimeOfDay {
  time: Time;
  offset: number | null;
}

const CLOCK =
  /(?<![\d.:/-])([01]?\d|2[0-4])(?::|\s?h\s?|\s?uhr\s?)([0-5]\d)(?::([0-5]\d))?(?![\d./-]\d)\s*(?:([ap])\.?m?\b\.?)?/;
/** A time with a full stop, which needs a word next to it: "4.19" is a version. */
const DOTTED_CLOCK =
  /(?:(?:\bkl\.?|\bklo|\bum|\bom|\bore|\balle|[,@])\s*|(?<![\d.]))([01]?\d|2[0-4])\.([0-5]\d)(?:\.([0-5]\d))?(?!\d|\.\d)\s?(?:(uhr|h\b)|([ap])\.?\s?m\b)?/g;
const HOUR_ONLY = /(?<![\d.:/-])(1[0-2]|0?[1-9])\s*([ap])\.?m\b/;
/** "à 18h", "um 18 Uhr", "kl. 18": a whole hour needs a word before it, or the date. */
const WHOLE_HOUR =
  /(?:\b(?:um|om|ore|alle|a|as|at|la|las|le)|[àáüå,;@]|às)\s*([01]?\d|2[0-4])\s?(?:h|uhr)(?![a-zà-ÿ\d])|\bkl\.?\s*([01]?\d|2[0-4])(?![\d.:])/;
const CJK_CLOCK =
  /(上午|下午|午前|午後|오전|오후|晚上?|傍晚|夜)?\s*(\d{1,2})\s*(?:時|时|시|:)\s*(\d{1,2})\s*(?:分|분)?/;
/** Characters of which every East Asian time has one. */
const CJK_WORD = /[時时시午전후晚夜]/;
const ZONE_OFFSET = /\b(?:utc|gmt)\s*([+-])\s*(\d{1,2})(?::?(\d{2}))?|\s([+-]\d{2}:?\d{2})\b/;

const ZONE_NAME = /(?<=\d|m\.?|uhr|h)\s*\(?\s*([a-zмск]{1,4})(?![a-zмск])/g;

const NOON = /\b(?:at noon|noon|u podne|midi)\b/;
const NO_WORDS: ReadonlySet<string> = new Set();

/**
 * Finds a time of day in normalised text from which the date is removed. @param afternoon words for
 * the afternoon besides "pm"
 */
export function findTimeOfDay(
  text: string,
  afternoon: ReadonlySet<string> = NO_WORDS,
): TimeOfDay | null {
  if (!/\d/.test(text)) return atNoon(text);
  const cjk = CJK_WORD.test(text) ? CJK_CLOCK.exec(text) : null;
  if (cjk !== null && (cjk[1] !== undefined || /[時时시]/.test(cjk[0]))) {
    const late = /^(?:下午|午後|오후|晚|傍晚|夜)/.test(cjk[1] ?? '');
    return {
      time: [toHour(Number(cjk[2]), late ? 'p' : undefined), Number(cjk[3]), 0],
      offset: null,
    };
  }
  const clock = text.includes(':') || text.includes('h') ? CLOCK.exec(text) : null;
  if (clock !== null) {
    const rest = text.slice(clock.index);
    const half =
      clock[4] ?? (isAfternoon(rest.slice(clock[0].length), afternoon) ? 'p' : undefined);
    const hour = toHour(Number(clock[1]), half);
    return { time: [hour, Number(clock[2]), Number(clock[3] ?? 0)], offset: zoneIn(rest) };
  }
  const dotted = text.includes('.') ? dottedClock(text) : null;
  if (dotted !== null) {
    const rest = text.slice(dotted.index);
    const [all, hour, minute, second = '0', , half] = dotted;
    const late = half ?? (isAfternoon(rest.slice(all.length), afternoon) ? 'p' : undefined);
    const time = [toHour(Number(hour), late), Number(minute), Number(second)] as const;
    return { time, offset: zoneIn(rest) };
  }
  const hourOnly = HOUR_ONLY.exec(text);
  if (hourOnly === null) return atWholeHour(text) ?? atNoon(text);
  const rest = text.slice(hourOnly.index);
  return { time: [toHour(Number(hourOnly[1]), hourOnly[2]), 0, 0], offset: zoneIn(rest) };
}

/** The first match with a word or a sign before it, with seconds, or with a word after it. */
function dottedClock(text: string): (RegExpMatchArray & { index: number }) | null {
  for (const match of text.matchAll(DOTTED_CLOCK)) {
    const [all, , , second, word, half] = match;
    if (/^\D/.test(all) || second || word || half) return match;
  }
  return null;
}

function atWholeHour(text: string): TimeOfDay | null {
  const match = WHOLE_HOUR.exec(text);
  if (match === null) return null;
  const hour = Number(match[1] ?? match[2]);
  return { time: [hour, 0, 0], offset: zoneIn(text.slice(match.index)) };
}

function atNoon(text: string): TimeOfDay | null {
  return NOON.test(text) ? { time: [12, 0, 0], offset: null } : null;
}

/** True if the first word after a time means the afternoon: "5.45 ip." */
function isAfternoon(rest: string, afternoon: ReadonlySet<string>): boolean {
  const [word = ''] = rest.trim().split(/[\s,;)]/);
  return word !== '' && (afternoon.has(word) || afternoon.has(word.replace(/\.$/, '')));
}

function toHour(hour: number, half: string | undefined): number {
  if (half === 'p') return hour < 12 ? hour + 12 : hour;
  if (half === 'a') return hour === 12 ? 0 : hour;
  return hour;
}

function zoneIn(text: string): number | null {
  const offset = ZONE_OFFSET.exec(text);
  if (offset?.[4] !== undefined) return parseOffset(offset[4]);
  if (offset?.[2] !== undefined) {
    const minutes = Number(offset[2]) * 60 + Number(offset[3] ?? 0);
    return offset[1] === '-' ? -minutes : minutes;
  }
  for (const [, name = ''] of text.matchAll(ZONE_NAME)) {
    const known = zoneOffsetInText(name);
    if (known !== null) return known;
  }
  return null;
}
