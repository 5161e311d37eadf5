import { LENGTHS, parseRegion } from '../../../../../contract/index.js';
import { type Draft, SELECTOR_FIELDS, selectorsOf } from './draft.js';

/** What is wrong with a field, by its name; "" holds what concerns no single field. */
export type Problems = Readonly<Record<string, string>>;

/** What can be checked before the source is read. */
export function sourceProblems(draft: Draft, isSearch: boolean): Problems {
  const { url = '', keyword = '', region = '' } = draft;
  return withoutEmpty({
    url: !isSearch && url === '' ? 'Enter the address of a website or a feed.' : '',
    keyword: isSearch && keyword === '' ? 'Enter a keyword or a headline.' : '',
    region:
      region !== '' && parseRegion(region) === null
        ? 'Enter a country and a language, such as US:en or DE:de.'
        : '',
    'select.items':
      selectorsOf(draft) === null && SELECTOR_FIELDS.some((name) => draft[name])
        ? 'Enter a selector for the items, too. The others select parts of an item.'
        : '',
  });
}

export function lengthProblem(text: string): string {
  return text.length > LENGTHS.title ? `Use at most ${LENGTHS.title} characters.` : '';
}

/** An error of reading or creating the source, at its field and in the words of the page. */
export function problemOf(error: { code: string; message: string }, draft: Draft): Problems {
  const message = browserWords(error.message);
  const selector = /^"?selectors\.(\w+)"?:? (.+)$/s.exec(message);
  const field = `select.${selector?.[1]}`;
  if (selector !== null && SELECTOR_FIELDS.some((name) => name === field)) {
    return { [field]: `The selector ${selector[2]}` };
  }
  const rule = /^"filters\.(include|exclude)(?:\[\d+\])?" (.+)$/s.exec(message);
  if (rule !== null) return { [rule[1] ?? '']: `A rule ${rule[2]}` };
  const named = /^"?(url|keyword|region|from)"?:? (.+)$/s.exec(message);
  const reason = named === null ? message : `The address ${named[2]}`;
  if (error.code === 'NO_ITEMS_FOUND' && selectorsOf(draft) !== null) {
    return { 'select.items': reason };
  }
  if (ABOUT_ACCOUNT.has(error.code)) return { '': message };
  return { [draft.url === '' ? 'keyword' : 'url']: reason };
}

const ABOUT_ACCOUNT = new Set([
  'FEED_LIMIT_REACHED',
  'CREATION_LIMIT_REACHED',
  'FEED_EXISTS',
  'STORE_UNAVAILABLE',
  'BUNDLE_NOT_FOUND',
]);

/** Replaces what only the command line and the interface of programs understand. */
export function browserWords(message: string): string {
  return message
    .replace(/(?:with )?--select items=CSS/g, 'with a selector below')
    .replace(/: --changes \(mode "changes"\)/, ', use the button below')
    .replace(/\bwith "selectors"/g, 'with selectors')
    .replace(
      / To [^.]*: (?:PATCH|POST|DELETE) \/v1\/[^.]*\./g,
      ' Change it on the page of the feed.',
    )
    .replace(/ To use the feed unchanged, omit "[^"]*"\./g, '');
}

export function withoutEmpty(problems: Readonly<Record<string, string | undefined>>): Problems {
  return Object.fromEntries(
    Object.entries(problems).flatMap(([name, problem]) => (problem ? [[name, problem]] : [])),
  );
}
