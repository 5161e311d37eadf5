import { lexeme } from '../items/index-items.js';
import type { SearchQuery, Term } from './parse-query.js';

/**
 * A query for the index of SQLite (FTS5). Every word is quoted, so that none is an operator. @param
 * scope words of which an item must have one @param block a word that an item must have
 */
export function ftsQuery(
  { all, none }: SearchQuery,
  scope: readonly string[],
  block: string | null = null,
): string {
  const limits = [...(block === null ? [] : [quotedTerm(block)]), anyTerm(scope.map(quotedTerm))];
  const found = `(${[...limits, ...all.map(ftsTerm)].join(' AND ')})`;
  return none.length === 0 ? found : `${found} NOT ${anyTerm(none.map(ftsTerm))}`;
}

function ftsTerm({ words, isPrefix, before }: Term): string {
  const forms = before === undefined ? [words] : [words, before];
  const terms = forms.map((form) => `${quotedTerm(form.join(' '))}${isPrefix ? ' *' : ''}`);
  return terms.length === 1 ? String(terms[0]) : anyTerm(terms);
}

/** Quotes a term. Words have no quotation marks, but ids of feeds in a request could. */
function quotedTerm(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

function anyTerm(terms: readonly string[]): string {
  return `(${terms.join(' OR ')})`;
}

/** The query for PostgreSQL, as text of a `tsquery`. */
export function tsQuery({ all, none }: SearchQuery, scope: readonly string[]): string {
  const required = [`(${scope.map(lexeme).join(' | ')})`, ...all.map(tsTerm)];
  return [...required, ...none.map((term) => `!${tsTerm(term)}`)].join(' & ');
}

function tsTerm({ words, isPrefix, before }: Term): string {
  const forms = (before === undefined ? [words] : [words, before]).map((form) =>
    form
      .map((word, at) => `${lexeme(word)}${isPrefix && at === form.length - 1 ? ':*' : ''}`)
      .join(' <-> '),
  );
  return `(${forms.join(' | ')})`;
}
