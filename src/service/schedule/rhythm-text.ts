import { parseJson } from '../../base/json.js';
import { LASTING, RECENT, type Rhythm } from './rhythm.js';

const DIGITS = 3;

/** A rhythm as it is stored: some 250 characters. */
export function formatRhythm({ at, since, recent, lasting, hours, days }: Rhythm): string {
  const counts = [recent, lasting, hours, days].map((sums) => sums.map(rounded));
  return JSON.stringify([Math.round(at), Math.round(since), ...counts]);
}

function rounded(count: number): number {
  return count < 0.001 ? 0 : Number(count.toPrecision(DIGITS));
}

/** Reads what `formatRhythm` wrote; null for null and for anything else. */
export function parseRhythm(text: string | null): Rhythm | null {
  if (text === null) return null;
  const parts: unknown = parseJson(text);
  if (!Array.isArray(parts)) return null;
  const [at, since, ...sums]: unknown[] = parts;
  const [recent, lasting, hours, days] = sums;
  const isRhythm =
    isCount(at) &&
    isCount(since) &&
    isCounts(recent, RECENT.length) &&
    isCounts(lasting, LASTING.length) &&
    isCounts(hours, 24) &&
    isCounts(days, 7);
  return isRhythm ? { at, since, recent, lasting, hours, days } : null;
}

function isCounts(value: unknown, length: number): value is number[] {
  return Array.isArray(value) && value.length === length && value.every(isCount);
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
