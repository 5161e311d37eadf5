import { Parser } from 'htmlparser2';
import type { Position } from '../../sources/problem.js';
import { invalidFile } from '../../sources/problem.js';
import { positionIn } from '../../sources/text.js';

/** One `<outline>` of an OPML file. */
export interface Outline {
  /** Attribute names in lower case; entities decoded. */
  attributes: Readonly<Record<string, string>>;
  at: Position;
  children: Outline[];
}

const DEEPEST = 100;

/**
 * The outlines of an OPML file. Tolerates common errors of exporters (bare ampersands, HTML
 * entities, attribute names in another case), but not a truncated file.
 *
 * @throws {CliError} INVALID_FILE
 */
export function readOutlines(text: string, file: string): Outline[] {
  const fail = (offset: number, message: string) =>
    invalidFile(file, [{ at: placeOf(offset), message }]);
  const placeOf = lineIndex(text);
  // Custom entities can expand without limit, and no feed reader writes them.
  const declaration = text.search(/<!ENTITY/i);
  if (declaration >= 0) {
    throw fail(
      declaration,
      'entity declarations are not supported: write the characters themselves',
    );
  }

  const top: Outline[] = [];
  const open: { outline: Outline; selfClosing: boolean }[] = [];
  let root: string | undefined;
  let complete = false;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const offset = parser.startIndex;
        root ??= rootName(name, fail, offset);
        if (name.toLowerCase() !== 'outline') return;
        if (open.length === DEEPEST) throw fail(offset, 'outlines are nested too deeply');
        const outline = { attributes: lowerCased(attributes), at: placeOf(offset), children: [] };
        (open.at(-1)?.outline.children ?? top).push(outline);
        open.push({ outline, selfClosing: text[parser.endIndex - 1] === '/' });
      },
      onclosetag(name, isImplied) {
        if (name.toLowerCase() === 'opml') complete = !isImplied;
        if (name.toLowerCase() !== 'outline') return;
        const closed = open.pop();
        if (closed === undefined || closed.selfClosing || !isImplied) return;
        throw invalidFile(file, [
          {
            at: closed.outline.at,
            message: 'this outline is never closed: the file is incomplete',
          },
        ]);
      },
    },
    // Not parsed as XML, because many exports contain `&nbsp;` and a bare `&`.
    {
      lowerCaseTags: false,
      lowerCaseAttributeNames: false,
      recognizeSelfClosing: true,
      recognizeCDATA: true,
    },
  );
  parser.end(text);
  if (root === undefined) throw fail(0, 'this is not OPML: it has no <opml> element');
  if (!complete) throw fail(text.length, 'the file ends before </opml>: it is incomplete');
  return top;
}

type Fail = (offset: number, message: string) => Error;

function rootName(name: string, fail: Fail, offset: number): string {
  const root = name.replace(/^.*:/, '').toLowerCase();
  if (root === 'opml') return root;
  throw fail(
    offset,
    ['rss', 'feed', 'rdf'].includes(root)
      ? 'this is a feed, not a list of feeds: add its address with feeds create --url'
      : `this is not OPML: it starts with <${name}>`,
  );
}

function lowerCased(attributes: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

/** Converts offsets to positions, line by line; offsets must not decrease. */
function lineIndex(text: string): (offset: number) => Position {
  let line = 1;
  let lineStart = 0;
  // Cached: in a file of one line, searching for its end for every outline is quadratic.
  let lineEnd = endOfLine(text, 0);
  return (offset) => {
    if (offset < lineStart) return positionIn(text, offset);
    while (lineEnd < offset) {
      line += 1;
      lineStart = lineEnd + 1;
      lineEnd = endOfLine(text, lineStart);
    }
    return { line, column: offset - lineStart + 1 };
  };
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

/** Prefix of feedctl's own attributes; other programs ignore them (OPML 2.0, "Extending OPML"). */
export const PREFIX = 'feedctl:';
export const NAMESPACE = 'urn:feedctl:opml';

/** Separator of nested folder names in the name of the resulting bundle. */
export const FOLDER_SEPARATOR = ' / ';
