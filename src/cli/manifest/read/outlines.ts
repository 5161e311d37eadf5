import { Parser } from 'htmlparser2';
import { invalidFile, type Position, positionsIn } from '../../sources/problem.js';

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
  const placeOf = positionsIn(text);
  const fail = (offset: number, message: string) =>
    invalidFile(file, [{ at: placeOf(offset), message }]);
  // Custom entities can expand without limit, and no feed reader writes them.
  const declaration = text.search(/<!ENTITY/i);
  if (declaration >= 0) {
    const message = 'entity declarations are not supported: write the characters themselves';
    throw fail(declaration, message);
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
        if (name !== 'outline') return;
        if (open.length === DEEPEST) throw fail(offset, 'outlines are nested too deeply');
        const outline = { attributes, at: placeOf(offset), children: [] };
        (open.at(-1)?.outline.children ?? top).push(outline);
        open.push({ outline, selfClosing: text[parser.endIndex - 1] === '/' });
      },
      onclosetag(name, isImplied) {
        if (name === 'opml') complete = !isImplied;
        if (name !== 'outline') return;
        const closed = open.pop();
        if (closed === undefined || closed.selfClosing || !isImplied) return;
        const message = 'this outline is never closed: the file is incomplete';
        throw invalidFile(file, [{ at: closed.outline.at, message }]);
      },
    },
    // Not parsed as XML, because many exports contain `&nbsp;` and a bare `&`.
    { recognizeSelfClosing: true, recognizeCDATA: true },
  );
  parser.end(text);
  if (root === undefined) throw fail(0, 'this is not OPML: it has no <opml> element');
  if (!complete) throw fail(text.length, 'the file ends before </opml>: it is incomplete');
  return top;
}

type Fail = (offset: number, message: string) => Error;

function rootName(name: string, fail: Fail, offset: number): string {
  const root = name.replace(/^.*:/, '');
  if (root === 'opml') return root;
  throw fail(
    offset,
    ['rss', 'feed', 'rdf'].includes(root)
      ? 'this is a feed, not a list of feeds: add its address with feeds create --url'
      : `this is not OPML: it starts with <${name}>`,
  );
}
