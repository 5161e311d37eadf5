import { parseOffset, type Time } from './iso.js';
import { zoneOffsetInText } from './zones.js';

/** A time of day and, when the text names a zone, its offset from UTC in minutes. */
export interface TimeOfDay {
  time: Time;
  offset: number | null;
}

const CLOCK =
  /(?<![\d.:/-])([01]?\d|2[0-4])(?:[:h]|\s?uhr\s?)([0-5]\d)(?::([0-5]\d))?(?![\d./-]\d)\s*([ap])?\.?(?:m\b\.?)?/;
/** With a full stop a time needs a word beside it: "4.19" is a version. */
const DOTTED_CLOCK =
  /(?:\bkl\.?|\bklo|\bum|\bore|\balle|,)\s*([01]?\d|2[0-4])\.([0-5]\d)(?!\d|\.\d)|(?<![\d.])([01]?\d|2[0-4])\.([0-5]\d)\s?(?:uhr|h\b)/;
const HOUR_ONLY = /(?<![\d.:/-])(1[0-2]|0?[1-9])\s*([ap])\.?m\b/;
const CJK_CLOCK =
  /(上午|下午|午前|午後|오전|오후)?\s*(\d{1,2})\s*(?:時|时|시|:)\s*(\d{1,2})\s*(?:分|분)?/;
const ZONE_OFFSET = /\b(?:utc|gmt)\s*([+-])\s*(\d{1,2})(?::?(\d{2}))?|\s([+-]\d{2}:?\d{2})\b/;

const ZONE_NAME = /(?<=\d|m\.?|uhr|h)\s*\(?\s*([a-zмск]{1,4})(?![a-zмск])/g;

/** Finds a time of day in normalised text (the date itself already cut out). */
export function findTimeOfDay(text: string): TimeOfDay | null {
  const cjk = CJK_CLOCK.exec(text);
  if (cjk !== null && (cjk[1] !== undefined || /[時时시]/.test(cjk[0]))) {
    const late = cjk[1] === '下午' || cjk[1] === '午後' || cjk[1] === '오후';
    return {
      time: [toHour(Number(cjk[2]), late ? 'p' : undefined), Number(cjk[3]), 0],
      offset: null,
    };
  }
  const clock = CLOCK.exec(text);
  if (clock !== null) {
    const hour = toHour(Number(clock[1]), clock[4]);
    const rest = text.slice(clock.index);
    return { time: [hour, Number(clock[2]), Number(clock[3] ?? 0)], offset: zoneIn(rest) };
  }
  const dotted = DOTTED_CLOCK.exec(text);
  if (dotted !== null) {
    const time: Time = [Number(dotted[1] ?? dotted[3]), Number(dotted[2] ?? dotted[4]), 0];
    return { time, offset: zoneIn(text.slice(dotted.index)) };
  }
  const hourOnly = HOUR_ONLY.exec(text);
  if (hourOnly === null) return null;
  const rest = text.slice(hourOnly.index);
  return { time: [toHour(Number(hourOnly[1]), hourOnly[2]), 0, 0], offset: zoneIn(rest) };
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
