import { MAX_TEMPLATE_LENGTH } from '../resources/message-formats.js';

/**
 * Fields of a template with their contents. Lists are sections; inside, their own fields come
 * first.
 */
const TOP_FIELDS = {
  id: 'id of the event, the same in every retry',
  headline: 'such as "Example News: 3 new"',
  'feed.id': 'id of the feed',
  'feed.title': 'title of the feed',
  'feed.url': 'address of the source',
  'feed.rss_url': 'address of the published feed',
  count: 'number of items',
  count_new: 'number of new items',
  count_changed: 'number of changed items',
  more: 'number of items that did not fit; 0 for none',
} as const;

const ITEM_FIELDS = {
  title: 'title, never empty',
  url: 'address',
  text: 'start of the text',
  author: 'names of the authors',
  date: 'ISO 8601',
  image: 'address of an image',
  change: 'new or changed',
  is_new: 'section of new items',
  is_changed: 'section of changed items',
  first: 'section of the first item of the list',
  last: 'section of the last item of the list',
} as const;

const LISTS = ['items', 'items_new', 'items_changed'] as const;

const TEMPLATE_FIELDS = {
  top: Object.keys(TOP_FIELDS),
  item: Object.keys(ITEM_FIELDS),
  lists: LISTS,
};

/** A token of mustache: kind, name or text, start, end, and the tokens of a section. */
export type Token = readonly [
  kind: string,
  value: string,
  start: number,
  end: number,
  tokens?: unknown,
  ...rest: unknown[],
];

/** The library parses templates, but its type declarations do not describe the tree. */
export function isTokens(value: unknown): value is readonly Token[] {
  return Array.isArray(value) && value.every((token) => Array.isArray(token) && token.length >= 4);
}

/** The problem with the length of a template; null if it can be parsed. */
export function lengthProblem(template: string): string | null {
  if (template.trim() === '') return 'is empty';
  if (template.length <= MAX_TEMPLATE_LENGTH) return null;
  return `has more than ${MAX_TEMPLATE_LENGTH} characters`;
}

/**
 * The problem with the tags of a template; null if all are known. A list inside a list is refused:
 * the output would grow with the square of the items.
 */
export function tagProblem(tokens: readonly Token[], list: string | null = null): string | null {
  for (const [kind, name, , , inner] of tokens) {
    if (kind === 'text' || kind === '!') continue;
    if (kind === '>' || kind === '=') {
      return `has {{${kind} …}}: partials and other delimiters are not supported`;
    }
    if (kind === '&') {
      return `has {{{${name}}}}: every value is escaped for JSON, write {{${name}}}`;
    }
    const problem = nameProblem(name, kind, list);
    if (problem !== null) return problem;
    if (!isTokens(inner)) continue;
    const within = kind === '#' && isListBlock(name) ? name : list;
    const found = tagProblem(inner, within);
    if (found !== null) return found;
  }
  return null;
}

function nameProblem(name: string, kind: string, list: string | null): string | null {
  if (isListBlock(name)) {
    if (list !== null) return `has the list {{#${name}}} inside {{#${list}}}`;
    return kind === 'name'
      ? `has {{${name}}}, which is a list: write {{#${name}}}…{{/${name}}}`
      : null;
  }
  const isItem = Object.hasOwn(ITEM_FIELDS, name);
  if (Object.hasOwn(TOP_FIELDS, name) || (list !== null && isItem)) return null;
  const lists = LISTS.map((each) => `#${each}`).join(', ');
  const where = isItem ? `; {{${name}}} is a field of an item: use it inside {{#items}}` : '';
  return `has the unknown field {{${name}}}${where}. Fields: ${TEMPLATE_FIELDS.top.join(', ')}, ${lists}; inside a list also ${TEMPLATE_FIELDS.item.join(', ')}`;
}

function isListBlock(name: string): boolean {
  return LISTS.some((list) => list === name);
}
