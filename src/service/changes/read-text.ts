import type { PageMetadata } from '../../generator/index.js';
import {
  certainFailure,
  compileSelectors,
  emptyPage,
  type Failure,
  metadataOf,
  readPage,
  SelectorError,
} from '../../generator/service.js';
import type { FollowedText } from '../core/source-document.js';
import { compareLines, type Hunk } from './compare-lines.js';
import { keepLabels } from './line-places.js';
import { type Line, unpacked } from './lines.js';
import { allLines, linesOfPage } from './page-text.js';
import { markupOf, type TextKind } from './text-page.js';

/** A page, and its text at the last fetch. */
interface PageText {
  url: string;
  html: string;
  /** What `html` is. */
  kind: TextKind;
  /** CSS selector of the text; null for the readable part of the page. */
  selector: string | null;
  /** What it was at the last fetch; null at the first one. */
  before: FollowedText | null;
}

export interface PageReading {
  lines: Line[];
  /** The text is longer than what is followed of it. */
  isCut: boolean;
  metadata: PageMetadata;
  /** How the lines differ from those before. */
  hunks: Hunk[];
}

/** Fewer words next to a script that fills the page are its "Loading…". */
const SHELL_WORDS = 15;

/**
 * Reads the lines of a page and compares them with those before.
 * @returns why it shows something else than its text: a wall, an error, nothing without JavaScript; or
 *   INVALID_FIELD for a selector that does not parse, or is too expensive
 */
export function readText(text: PageText): PageReading | Failure {
  try {
    return readSelected(text);
  } catch (error) {
    if (error instanceof SelectorError) return { code: 'INVALID_FIELD', message: error.message };
    throw error;
  }
}

function readSelected({ url, html, kind, selector, before }: PageText): PageReading | Failure {
  const page = readPage(kind === 'html' ? html : markupOf(kind, html, url), url);
  const failure = certainFailure(page);
  if (failure !== null) return failure;
  const matcher = selector === null ? null : compileSelectors({ text: selector }, url).text;
  let gathered = kind === 'html' || matcher !== null ? linesOfPage(page, matcher) : allLines(page);
  if (page.words.in(page.root) < SHELL_WORDS || gathered.lines.length === 0) {
    const empty = emptyPage(page);
    if (empty !== null) return empty;
    if (matcher === null && gathered.lines.length === 0) gathered = allLines(page);
  }
  const { lines } = gathered;
  if (lines.length === 0) return noText(url, selector);
  const isExact = selector !== null;
  const old = before === null ? null : unpacked(before, isExact);
  if (old !== null) keepLabels(old, lines);
  const hunks = old === null ? [] : compareLines(old, lines, { keepMoves: isExact });
  return { ...gathered, metadata: metadataOf(page), hunks };
}

function noText(url: string, selector: string | null): Failure {
  const what = selector === null ? 'There is' : `The selector text=${selector} finds`;
  return { code: 'NO_ITEMS_FOUND', message: `${what} no text at ${url}.` };
}
