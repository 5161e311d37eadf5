import { Parser } from 'htmlparser2';
import { invalidFile, type Position, positionsIn } from '../../sources/problem.js';
import { PREFIX } from '../write/opml.js';

/** One `<outline>` of an OPML file. */
export interface Outline {
  /** Attribute names in lower case; entities decoded. */
  attributes: Readonly<Record<string, string>>;
  at: Position;
  children: Outline[];
  /** True if a quotation mark within an attribute ended it, so that the rest of the tag is lost. */
  isBroken: boolean;
}

export interface Outlines {
  top: Outline[];
  /** Outlines without an end tag; they end at the next one, or with the body. */
  unclosed: Outline[];
}

const DEEPEST = 100;
const ATTRIBUTE_NAME = /^[a-z_][\w:.-]*$/i;
const REST_OF_TAG = /["']\s*\/>\s*$/;
const END_TAG = /<\/\s*outline/iy;

/**
 * The outlines of an OPML file. Tolerates common errors of exporters (bare ampersands, HTML
 * entities, attribute names in another case, quotation marks in attributes, missing end tags), but
 * not a truncated file.
 *
 * @throws {CliError} INVALID_FILE
 */
export function readOutlines(text: string, file: string): Outlines {
  const read = outlinesIn(text, file, false);
  // A feed without an end tag would take the end tag of its folder.
  return read.unclosed.length === 0 ? read : outlinesIn(text, file, true);
}

/** @param feedsAreLeaves ends an outline with an address at the next outline */
function outlinesIn(text: string, file: string, feedsAreLeaves: boolean): Outlines {
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
  const unclosed: Outline[] = [];
  const open: { outline: Outline; from: number }[] = [];
  let root: string | undefined;
  let isOurs = false;
  let complete = false;
  /** Ends a broken tag: everything up to the next outline is the rest of its text. */
  const endBroken = (offset: number) => {
    const last = open.at(-1);
    if (last === undefined || last.outline.children.length > 0) return;
    if (REST_OF_TAG.test(text.slice(last.from, offset))) {
      last.outline.isBroken = true;
      open.pop();
    } else if (feedsAreLeaves && 'xmlurl' in last.outline.attributes && !isEndTag(text, offset)) {
      unclosed.push(last.outline);
      open.pop();
    }
  };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const offset = parser.startIndex;
        root ??= rootName(name, fail, offset);
        if (name === 'opml') isOurs = `xmlns:${PREFIX.slice(0, -1)}` in attributes;
        if (name !== 'outline') return;
        endBroken(offset);
        if (open.length === DEEPEST) throw fail(offset, 'outlines are nested too deeply');
        const isBroken = !Object.keys(attributes).every((attribute) =>
          ATTRIBUTE_NAME.test(attribute),
        );
        const outline = {
          attributes: isOurs ? attributes : withNamesInOneLine(attributes),
          at: placeOf(offset),
          children: [],
          isBroken,
        };
        (open.at(-1)?.outline.children ?? top).push(outline);
        if (text[parser.endIndex - 1] !== '/') open.push({ outline, from: parser.endIndex + 1 });
      },
      onclosetag(name, isImplied) {
        if (name === 'opml') complete = !isImplied;
        if (name !== 'outline' || !isEndTag(text, parser.startIndex)) return;
        endBroken(parser.startIndex);
        open.pop();
      },
    },
    // Not parsed as XML, because many exports contain `&nbsp;` and a bare `&`.
    { recognizeSelfClosing: true, recognizeCDATA: true },
  );
  parser.end(text);
  if (root === undefined) throw fail(0, 'this is not OPML: it has no <opml> element');
  if (!complete) throw fail(text.length, 'the file ends before </opml>: it is incomplete');
  return { top, unclosed: [...unclosed, ...open.map(({ outline }) => outline)] };
}

/** Joins the lines of wrapped names; a description may have several lines. */
function withNamesInOneLine(attributes: Outline['attributes']): Outline['attributes'] {
  const lines = Object.entries(attributes).map(([name, text]) =>
    /^(?:text|title)$/i.test(name) ? [name, text.replace(/\s*[\r\n]\s*/g, ' ')] : [name, text],
  );
  return Object.fromEntries(lines);
}

function isEndTag(text: string, offset: number): boolean {
  END_TAG.lastIndex = offset;
  return END_TAG.test(text);
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
