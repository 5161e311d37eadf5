import { KEYWORD_MODES, type KeywordMode } from '../../contract/keyword-mode.js';

/** The names of one kind of news search in flags, files and questions. */
interface SearchKind {
  /** Placeholder of the flag's value in the help. */
  placeholder: string;
  help: string;
  /** Description of the field in files. */
  field: string;
  noun: string;
  /** The choice on a terminal, and the question after it. */
  choice: string;
  question: string;
}

/** Every kind; its name is its flag, its field in files, its CSV column and its OPML attribute. */
export const SEARCH_KINDS: Readonly<Record<KeywordMode, SearchKind>> = {
  keyword: {
    placeholder: 'WORDS',
    help: 'news search; supports quotes, OR, -word and site:',
    field: 'A news search; quotes, OR, -word and site: work',
    noun: 'keyword search',
    choice: 'A news search (--keyword)',
    question: 'Words:',
  },
  headline: {
    placeholder: 'TEXT',
    help: 'news story, by its full headline',
    field: 'A news story, by its full headline',
    noun: 'headline',
    choice: 'A news story, by its headline (--headline)',
    question: 'Headline:',
  },
};

/** The fields that name a source; an entry has one of them. */
export const SOURCE_FIELDS = ['url', ...KEYWORD_MODES] as const;

/** Joins names with "or": `url, keyword or headline`. */
export function anyOf(names: readonly string[]): string {
  return namesInWords(names, 'or');
}

/** Joins names with "and": `keyword and headline`. */
export function allOf(names: readonly string[]): string {
  return namesInWords(names, 'and');
}

/** Flags of searches: `--keyword`, `--headline`. */
export const SEARCH_FLAGS = KEYWORD_MODES.map((mode) => `--${mode}`);

function namesInWords(names: readonly string[], word: string): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} ${word} ${last}`;
}

/** The single search among the fields of an entry. */
export function searchIn(
  fields: Readonly<Partial<Record<KeywordMode, string | undefined>>>,
): { mode: KeywordMode; words: string } | undefined {
  for (const mode of KEYWORD_MODES) {
    const words = fields[mode];
    if (words !== undefined) return { mode, words };
  }
  return undefined;
}
