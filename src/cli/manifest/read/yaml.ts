import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isNode,
  isSeq,
  parseDocument,
  visit,
} from 'yaml';
import { invalidFile, positionsIn, wrongAtStart } from '../../sources/problem.js';
import { MAX_DEPTH, Places } from './places.js';
import { type EntriesOf, entriesIn, type WrittenFile } from './written.js';
import { yamlProblem } from './yaml-problem.js';

/** Limit of aliases: an alias is a few characters but can expand to a whole list (YAML bomb). */
const MAX_ALIASES = 100_000;

/**
 * Reads YAML 1.2, which includes JSON.
 *
 * @param options entriesOf finds the entries in the contents: by default those of an account file
 * @throws {CliError} INVALID_FILE with a line and a column for each problem
 */
export function readYaml(
  text: string,
  file: string,
  {
    entriesOf = entriesIn,
    maxAliases = MAX_ALIASES,
  }: { entriesOf?: EntriesOf; maxAliases?: number | undefined } = {},
): WrittenFile {
  const document = parse(text, file);
  const places = yamlPlaces(document, text).refuseRepeated(file);
  refuseAliases(document, text, { file, maxAliases });
  return entriesOf(contentsOf(document, text, file), places.at, file);
}

function parse(text: string, file: string): Document {
  let document: Document;
  try {
    // Repeated keys are checked elsewhere: the library compares every key with every other one,
    // which is too slow for a large map.
    document = parseDocument(text, { prettyErrors: false, uniqueKeys: false });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw wrongAtStart(file, 'this is nested too deeply');
  }
  if (document.errors.length > 0) {
    const place = positionsIn(text);
    const problems = document.errors.map(({ code, message, pos }) => {
      if (code === 'RESOURCE_EXHAUSTION') {
        return { at: place(pos[0]), message: 'this is nested too deeply' };
      }
      const problem = yamlProblem(text, { message, offset: pos[0] });
      return { at: place(problem.offset), message: problem.message };
    });
    throw invalidFile(file, problems);
  }
  if (document.contents === null) throw wrongAtStart(file, 'the file is empty');
  return document;
}

/**
 * Refuses many aliases before the library resolves them: for each it walks through the document.
 */
function refuseAliases(
  document: Document,
  text: string,
  { file, maxAliases }: { file: string; maxAliases: number },
): void {
  let count = 0;
  visit(document, {
    Alias(_, alias) {
      count += 1;
      if (count <= maxAliases) return;
      const message = `the file has more than ${maxAliases} aliases; write their values`;
      throw invalidFile(file, [{ at: positionsIn(text)(nodeStart(alias)), message }]);
    },
  });
}

function contentsOf(document: Document, text: string, file: string): unknown {
  try {
    return document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (error) {
    const stray = strayAlias(document);
    if (stray !== undefined) {
      const message = `*${stray.source} has no anchor: there is no &${stray.source} before it`;
      throw invalidFile(file, [{ at: positionsIn(text)(nodeStart(stray)), message }]);
    }
    if (error instanceof ReferenceError) {
      throw wrongAtStart(file, 'the aliases of this file expand to more than the limit');
    }
    if (error instanceof RangeError) throw wrongAtStart(file, 'this is nested too deeply');
    throw error;
  }
}

/**
 * The first alias without an earlier anchor. The search of the library is slow for many aliases.
 */
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

/** The positions of values; a value of several lines has the position of its key. */
function yamlPlaces({ contents }: Document, text: string): Places {
  const places = new Places(text);
  places.add([], nodeStart(contents));
  const open: { node: unknown; path: readonly PropertyKey[] }[] = [{ node: contents, path: [] }];
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    const { node, path } = each;
    if (path.length === MAX_DEPTH) continue;
    if (isSeq(node)) {
      for (const [index, item] of node.items.entries()) {
        const inner = [...path, index];
        places.add(inner, nodeStart(item));
        open.push({ node: item, path: inner });
      }
    } else if (isMap(node)) {
      for (const { key, value } of node.items) {
        // The text of a scalar has the position of its value.
        const inner = [...path, String(key)];
        open.push({ node: value, path: [...path, places.addKey(inner, nodeStart(key))] });
      }
    }
  }
  return places;
}

function nodeStart(node: unknown): number {
  return isNode(node) ? (node.range?.[0] ?? 0) : 0;
}
