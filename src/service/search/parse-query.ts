import { foldLetters } from '../../base/fold-text.js';
import { ServiceError } from '../core/errors.js';
import { isUnspaced, textWords } from '../items/words.js';

/** Consecutive words; if `isPrefix`, the last one is a prefix. */
export interface Term {
  words: readonly string[];
  isPrefix: boolean;
  /** The words as releases before 0.3 indexed them, if they differ. */
  before?: readonly string[];
}

/** Terms that an item must contain, and terms that it must not contain. */
export interface SearchQuery {
  all: readonly Term[];
  none: readonly Term[];
}

/** Minimum length of a prefix; shorter ones match too many words of the index. */
const MIN_PREFIX_LENGTH = 3;

const MAX_TERMS = 20;

/** Maximum number of words of all terms: each is compared with each item that has all of them. */
export const MAX_WORDS = 60;

/** A term as typed: `-`, then a quoted phrase or a word, then `*`. */
const TYPED = /(-?)(?:"([^"]*)"|([^\s"]+))/gu;

/**
 * Reads a query: `word`, `"a phrase"`, `-without`, `prefix*`. Nothing else has a meaning: the words
 * of `node.js` or `AT&T` are a phrase.
 * @throws ServiceError INVALID_FIELD for a query that cannot match
 */
export function parseQuery(text: string): SearchQuery {
  const typed = text.replace(/[“”„«»]/gu, '"');
  if ((typed.split('"').length - 1) % 2 === 1) {
    throw invalidQuery('has an opening quotation mark without a closing one. Add the closing one');
  }
  const all: Term[] = [];
  const none: Term[] = [];
  for (const [, minus, phrase, word = ''] of typed.matchAll(TYPED)) {
    const term =
      phrase === undefined ? wordTerm(word) : { words: textWords(phrase), isPrefix: false };
    if (term.words.length === 0) continue;
    const before = textWords(phrase ?? word, undefined, foldLetters);
    const isOther = before.length > 0 && before.join(' ') !== term.words.join(' ');
    (minus === '-' ? none : all).push(isOther ? { ...term, before } : term);
  }
  requireMatchable(all, none);
  return { all, none };
}

function wordTerm(typed: string): Term {
  const words = textWords(typed);
  const last = words.at(-1) ?? '';
  const isPrefix = typed.endsWith('*') && last !== '' && !isUnspaced(last);
  if (isPrefix && last.length < MIN_PREFIX_LENGTH) {
    throw invalidQuery(
      `has a prefix that is too short (${last}*). Give at least ${MIN_PREFIX_LENGTH} letters before *`,
    );
  }
  return { words, isPrefix };
}

function requireMatchable(all: readonly Term[], none: readonly Term[]): void {
  if (all.length === 0) {
    throw invalidQuery(
      none.length === 0
        ? 'has no word: it needs letters or digits'
        : 'only excludes words. Add a word that the items contain',
    );
  }
  if (all.length + none.length > MAX_TERMS) {
    throw invalidQuery(`has more than ${MAX_TERMS} words and phrases. Use fewer`);
  }
  if ([...all, ...none].flatMap(({ words }) => words).length > MAX_WORDS) {
    throw invalidQuery(
      `has more than ${MAX_WORDS} words, those of its phrases included. Use fewer`,
    );
  }
  const excluded = all.find((term) => none.some((other) => implies(term, other)));
  if (excluded !== undefined) {
    throw invalidQuery(
      `cannot match: it requires and excludes "${excluded.words.join(' ')}". Remove one of them`,
    );
  }
}

/** True if every text with `term` also contains `other`. */
function implies(term: Term, other: Term): boolean {
  const has = term.words.join(' ');
  const wants = other.words.join(' ');
  if (other.isPrefix) return ` ${has}`.includes(` ${wants}`);
  return term.isPrefix ? false : ` ${has} `.includes(` ${wants} `);
}

function invalidQuery(problem: string): ServiceError {
  return new ServiceError('INVALID_FIELD', `"search" ${problem}.`);
}
