import { wrongAtStart } from '../../sources/problem.js';
import { MAX_DEPTH, Places } from './places.js';
import { entriesIn, type WrittenFile } from './written.js';

/** A limit above the depth of every real file, and below that of every JSON parser. */
const MAX_NESTING = 1000;

/**
 * Reads JSON five times as fast as the YAML reader, which reads the text if it is not JSON (for
 * example, because of comments) and explains its errors.
 *
 * @throws {CliError} INVALID_FILE with a line and a column for each problem
 */
export async function readJson(
  text: string,
  file: string,
  maxAliases?: number,
): Promise<WrittenFile> {
  const contents = parse(text);
  if (contents === undefined || contents === null) {
    return (await import('./yaml.js')).readYaml(text, file, { maxAliases });
  }
  return entriesIn(contents, jsonPlaces(text, file).refuseRepeated(file).at, file);
}

/** Undefined for a text that is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/**
 * Finds the positions of the values of a valid text, which `JSON.parse` of Node 20 does not return.
 *
 * @throws {CliError} INVALID_FILE if it is nested too deeply
 */
function jsonPlaces(text: string, file: string): Places {
  const places = new Places(text);
  /** The last key of each open object, "" before the first one, and the index of each open list. */
  const path: (string | number)[] = [];
  let awaitsKey = false;
  const token = /[{}[\],"]|[^\s{}[\],":]+/g;
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const { 0: first, index } = found;
    if (first === '"') token.lastIndex = endOfString(text, index);
    const inner = path.at(-1);
    if (first === '}' || first === ']') {
      path.pop();
      awaitsKey = false;
    } else if (first === ',') {
      awaitsKey = typeof inner === 'string';
      if (typeof inner === 'number') path.splice(-1, 1, inner + 1);
    } else if (awaitsKey) {
      awaitsKey = false;
      path.splice(-1, 1, String(JSON.parse(text.slice(index, token.lastIndex))));
      if (path.length <= MAX_DEPTH) path.splice(-1, 1, places.addKey(path, index));
    } else {
      if (typeof inner !== 'string' && path.length <= MAX_DEPTH) places.add(path, index);
      if (path.length === MAX_NESTING) throw wrongAtStart(file, 'this is nested too deeply');
      if (first === '[') path.push(0);
      awaitsKey = first === '{';
      if (awaitsKey) path.push('');
    }
  }
  return places;
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end + 1;
}

function isEscaped(text: string, quote: number): boolean {
  let first = quote;
  while (text[first - 1] === '\\') first -= 1;
  return (quote - first) % 2 === 1;
}
