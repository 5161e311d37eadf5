import { hash } from 'node:crypto';
import { withoutNoise } from '../../base/noise.js';

/** Shorter runs of letters and digits are words, sizes and versions. */
const RUN = /[a-z0-9_-]{16,}/g;
/** Turns between letters and digits in a run that a program made: `8f3a9c2e-…`. */
const MIN_TURNS = 4;

/**
 * What of a line is compared: without relative times, counts, and numbers of sessions and requests.
 * Empty for a line that is nothing but those.
 */
export function keyOf(line: string): string {
  const key = withoutNoise(line).replace(RUN, (run) => (isRandom(run) ? '' : run));
  return /[\p{L}\p{N}\p{S}]/u.test(key) ? key : '';
}

function isRandom(run: string): boolean {
  let turns = 0;
  for (let at = 1; at < run.length; at += 1) {
    if (isDigit(run, at) !== isDigit(run, at - 1)) turns += 1;
  }
  return turns >= MIN_TURNS;
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0x30 && code <= 0x39;
}

/** The same for any numbers in it: what a counter or a clock has in common from fetch to fetch. */
export function shapeOf(key: string): string {
  return key.replace(/\p{N}+(?:[.,:]\p{N}+)*/gu, '0');
}

/** 60 bits are enough for the lines of one page. */
export function lineHash(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 10);
}
