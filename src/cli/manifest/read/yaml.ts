import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  visit,
  type YAMLMap,
} from 'yaml';
import type { Manifest } from '../../sources/model.js';
import type { Position } from '../../sources/problem.js';
import { invalidFile, type Problem } from '../../sources/problem.js';
import { type At, atStart, manifestOf, repeatedKey } from './contents.js';

/** Limit of aliases: an alias is a few characters but can expand to a whole list (YAML bomb). */
const MAX_ALIASES = 100_000;

/**
 * Reads YAML 1.2, which includes JSON.
 *
 * @throws {CliError} INVALID_FILE with a line and a column for each problem
 */
export function readYaml(text: string, file: string): Manifest {
  const lines = new LineCounter();
  const document = parse(text, lines, file);
  const contents = contentsOf(document, lines, file);
  return manifestOf(contents, positions(document, lines), file);
}

function parse(text: string, lines: LineCounter, file: string): Document {
  let document: Document;
  try {
    // The library compares every key with every other one, which is too slow for a large map; see repeatedKeys.
    document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw atStart(file, 'this is nested too deeply');
  }
  const errors = document.errors.map(({ code, message, pos }) => ({
    at: place(lines, pos[0]),
    message: code === 'RESOURCE_EXHAUSTION' ? 'this is nested too deeply' : sentence(message),
  }));
  const problems = errors.length > 0 ? errors : repeatedKeys(document, lines);
  if (problems.length > 0) throw invalidFile(file, problems);
  if (document.contents === null) throw atStart(file, 'the file is empty');
  return document;
}

function contentsOf(document: Document, lines: LineCounter, file: string): unknown {
  try {
    return document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (error) {
    const stray = strayAlias(document);
    if (stray !== undefined) {
      const message = `*${stray.source} has no anchor: there is no &${stray.source} before it`;
      throw invalidFile(file, [{ at: place(lines, startOf(stray)), message }]);
    }
    if (error instanceof ReferenceError) {
      throw atStart(file, 'the aliases of this file expand to more than the limit');
    }
    if (error instanceof RangeError) throw atStart(file, 'this is nested too deeply');
    throw error;
  }
}

/** The first alias without an earlier anchor; the library's own search is slow for many aliases. */
function strayAlias(document: Document): Alias | undefined {
  const anchors = new Set<string>();
  let stray: Alias | undefined;
  visit(document, {
    Node(_, node) {
      if (!isAlias(node)) {
        if (node.anchor !== undefined) anchors.add(node.anchor);
        return undefined;
      }
      if (anchors.has(node.source)) return undefined;
      stray = node;
      return visit.BREAK;
    },
  });
  return stray;
}

/** Keys that appear twice in one map. */
function repeatedKeys({ contents }: Document, lines: LineCounter): Problem[] {
  const problems: Problem[] = [];
  const open: unknown[] = [contents];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    // Push one at a time: spreading 130,000 items into one call overflows the stack.
    if (isSeq(node)) for (const item of node.items) open.push(item);
    if (!isMap(node)) continue;
    const seen = new Set<unknown>();
    for (const { key, value } of node.items) {
      const name: unknown = isScalar(key) ? key.value : key;
      if (seen.has(name)) {
        problems.push({
          at: place(lines, startOf(key)),
          message: repeatedKey(String(name)),
        });
      }
      seen.add(name);
      if (value !== null) open.push(value);
    }
  }
  return problems;
}

/** Finds the position of a value, or of its nearest parent in the file. */
function positions(document: Document, lines: LineCounter): At {
  const pairsOf = pairIndex();
  return (path) => {
    let node: unknown = document.contents;
    let offset = startOf(node);
    for (const key of path) {
      const pair = isMap(node) ? pairsOf(node).get(key) : undefined;
      const next = isSeq(node) ? node.items[Number(key)] : pair?.value;
      // The position of a multi-line value is that of its key.
      const from = pair === undefined ? next : pair.key;
      if (from === undefined) break;
      offset = startOf(from);
      node = next;
    }
    return place(lines, offset);
  };
}

/** The pairs of a map by key; a linear search per problem would be too slow. */
function pairIndex(): (map: YAMLMap) => ReadonlyMap<unknown, Pair> {
  const known = new WeakMap<YAMLMap, ReadonlyMap<unknown, Pair>>();
  return (map) => {
    const pairs =
      known.get(map) ??
      new Map(map.items.map((pair) => [isScalar(pair.key) ? pair.key.value : pair.key, pair]));
    known.set(map, pairs);
    return pairs;
  };
}

function startOf(node: unknown): number {
  if (isPair(node)) return startOf(node.key);
  return isNode(node) ? ((node as Node).range?.[0] ?? 0) : 0;
}

function place(lines: LineCounter, offset: number): Position {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(1, line), column: Math.max(1, col) };
}

/** Converts the library's message to a phrase without a final full stop. */
function sentence(message: string): string {
  return message.replace(/\.$/, '');
}
