import type { Manifest } from '../../sources/model.js';
import type { Position } from '../../sources/problem.js';
import { invalidFile, type Problem } from '../../sources/problem.js';
import { type At, atStart, manifestOf, repeatedKey } from './contents.js';
import { type JsonPlace, placesIn } from './json-places.js';

/**
 * Reads JSON five times as fast as the YAML reader, which takes what is not JSON, such as comments,
 * and explains what is wrong.
 *
 * @throws {CliError} INVALID_FILE with a line and a column for each problem
 */
export async function readJson(text: string, file: string): Promise<Manifest> {
  const contents = parse(text);
  if (contents === undefined || contents === null) {
    return (await import('./yaml.js')).readYaml(text, file);
  }
  const lines = lineStarts(text);
  const problems: Problem[] = [];
  const root = places(text, file, (name, offset) => {
    problems.push({ at: position(lines, offset), message: repeatedKey(name) });
  });
  if (problems.length > 0) throw invalidFile(file, problems);
  const at: At = (path) => position(lines, offsetOf(root, path));
  return manifestOf(contents, at, file);
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

function places(
  text: string,
  file: string,
  onRepeated: (name: string, offset: number) => void,
): JsonPlace {
  try {
    return placesIn(text, onRepeated);
  } catch (error) {
    if (error instanceof RangeError) throw atStart(file, 'this is nested too deeply');
    throw error;
  }
}

/** Of the key of a value, or of the value in an array; of the nearest parent when it is not there. */
function offsetOf(root: JsonPlace, path: readonly PropertyKey[]): number {
  let place = root;
  let offset = root.offset;
  for (const key of path) {
    const member = place.members?.get(String(key));
    const next = member?.value ?? place.items?.[Number(key)];
    if (next === undefined) break;
    offset = member?.offset ?? next.offset;
    place = next;
  }
  return offset;
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) {
    starts.push(end + 1);
  }
  return starts;
}

function position(starts: readonly number[], offset: number): Position {
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
}
