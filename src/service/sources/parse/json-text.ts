import { messageOf } from '../../../base/errors.js';
import { SourceError } from '../../fetch/index.js';
import { MAX_PARTS, tooManyParts } from './raw-entry.js';

const MAX_DEPTH = 100;

/**
 * Parses JSON. @param what names the document, as the subject of a sentence @throws SourceError
 * SOURCE_INVALID for JSON that is broken or nests too deep; SOURCE_TOO_LARGE for too many parts
 */
export function parseJson(text: string, what: string): unknown {
  checkBrackets(text, what);
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (cause) {
    throw broken(what, cause);
  }
}

/**
 * As `parseJson`, for a worker thread: lines with one value each (NDJSON) become an array, and
 * errors name their line, which takes about twenty times as long as parsing.
 */
export function parseJsonOrLines(text: string, what: string): unknown {
  try {
    return parseJson(text, what);
  } catch (error) {
    const isBroken = error instanceof SourceError && error.cause !== undefined;
    if (!isBroken) throw error;
    const json = text.replace(/^\ufeff/, '');
    if (!isLineByLine(json)) throw broken(what, error.cause, jsonLine(json));
    return json.split('\n').flatMap((line, at) => parseLine(line.trim(), at, what));
  }
}

function parseLine(line: string, at: number, what: string): unknown[] {
  try {
    return line === '' ? [] : [JSON.parse(line)];
  } catch (cause) {
    throw broken(what, cause, at + 1);
  }
}

/**
 * True if each of the first two lines is an object. Nothing more is parsed: a document may have one
 * line per byte, and refusing one takes as long as reading a thousand.
 */
function isLineByLine(text: string): boolean {
  const [first, rest] = firstJsonLine(text);
  const [second] = firstJsonLine(rest);
  try {
    return [first, second].every((line) => line.startsWith('{') && JSON.parse(line) !== null);
  } catch {
    return false;
  }
}

/** The first line that is not empty, and the rest. */
function firstJsonLine(text: string): [line: string, rest: string] {
  const from = text.trimStart();
  const end = from.indexOf('\n');
  return end < 0 ? [from, ''] : [from.slice(0, end), from.slice(end)];
}

/**
 * The line of the first error, which Node.js 20 names only for some errors: the text is cut before
 * the error, and parsed without other errors.
 */
function jsonLine(text: string): number {
  let [good, bad] = [0, text.length];
  while (good < bad) {
    const middle = (good + bad + 1) >> 1;
    if (isCutOff(text.slice(0, middle))) good = middle;
    else bad = middle - 1;
  }
  return text.slice(0, good).split('\n').length;
}

function isCutOff(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const message = messageOf(error);
    if (/end of JSON input|unterminated/i.test(message)) return true;
    const place = /at position (\d+)/.exec(message)?.[1];
    return place !== undefined && Number(place) >= text.length;
  }
}

function broken(what: string, cause: unknown, line?: number): SourceError {
  const said = messageOf(cause).replace(/,? *"?\.{3}[\s\S]*(?= is not valid JSON)/, ' it');
  const place = line === undefined ? '' : ` at line ${line}`;
  const message = `${what} is broken${place}: ${said.slice(0, 200)}.`;
  return new SourceError('SOURCE_INVALID', message, { cause });
}

/** Counts brackets outside strings before the value is built. */
function checkBrackets(text: string, what: string): void {
  let depth = 0;
  let opened = 0;
  const special = /["[\]{}]/g;
  for (let match = special.exec(text); match !== null; match = special.exec(text)) {
    if (match[0] === '"') special.lastIndex = stringEnd(text, match.index + 1);
    else if (match[0] === ']' || match[0] === '}') depth -= 1;
    else {
      depth += 1;
      opened += 1;
    }
    if (depth > MAX_DEPTH) throw tooDeep(what);
    if (opened > MAX_PARTS) throw tooManyParts(what);
  }
}

function tooDeep(what: string): SourceError {
  return new SourceError(
    'SOURCE_INVALID',
    `${what} nests values more than ${MAX_DEPTH} deep, which no feed does.`,
  );
}

function stringEnd(text: string, from: number): number {
  const special = /["\\]/g;
  special.lastIndex = from;
  for (let match = special.exec(text); match !== null; match = special.exec(text)) {
    if (match[0] === '"') return match.index + 1;
    special.lastIndex = match.index + 2;
  }
  return text.length;
}
