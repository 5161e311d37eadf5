import {
  type CreateFromKeyword,
  type CreateFromUrl,
  createFromKeywordSchema,
  createFromUrlSchema,
  documentChoiceSchema,
  type FiltersInput,
  KEYWORD_MODES,
  type Selectors,
  selectorsSchema,
} from '../../../../../contract/index.js';
import { parseOrRefuse } from '../../../error-response.js';
import type { Form } from '../../frame/read-form.js';

/** The form fields of the selectors; the part after the dot is the name in `Selectors`. */
export const SELECTOR_FIELDS = [
  'select.items',
  'select.title',
  'select.link',
  'select.date',
  'select.image',
] as const;

const TEXT_FIELDS = [
  ...['url', 'keyword', 'region', 'mode'],
  ...['from', ...SELECTOR_FIELDS],
  ...['include', 'exclude'],
  ...['title', 'source_title', 'bundle', 'new_bundle'],
  ...['interval', 'quiet_from', 'quiet_to', 'quiet_zone'],
  ...['full_text', 'previewed'],
] as const;

/** What was entered about a new feed; fields that were not sent are "". */
export type Draft = Readonly<Record<string, string>>;

/** The draft of a link to the page, such as a bookmark: `?url=` or `?keyword=`. */
export function linkedDraft(url: string | undefined, keyword: string | undefined): Draft {
  return { url: (url ?? '').slice(0, 4096), keyword: (keyword ?? '').slice(0, 1000) };
}

/**
 * Reads the form. The button of a candidate list sends its selectors, and the one of the other
 * document its choice. What was said about another source no longer counts.
 */
export function readDraft(form: Form): Draft {
  const sent: Draft = Object.fromEntries(TEXT_FIELDS.map((name) => [name, form.text(name)]));
  const { previewed = '' } = sent;
  const isOther = previewed !== '' && previewed !== sourceOf(sent);
  const draft = isOther ? { ...sent, ...NO_CHOICE, title: '', source_title: '' } : sent;
  if (form.has('pick')) return { ...draft, ...NO_CHOICE, ...pickedSelectors(form.text('pick')) };
  if (form.has('read')) return { ...draft, ...NO_CHOICE, from: form.text('read') };
  return draft;
}

/** No selectors, and the document that the service prefers. */
const NO_CHOICE: Draft = {
  from: '',
  ...Object.fromEntries(SELECTOR_FIELDS.map((name) => [name, ''])),
};

function pickedSelectors(json: string): Draft {
  const parsed = selectorsSchema.safeParse(readJson(json));
  if (!parsed.success) return {};
  return Object.fromEntries(
    Object.entries(parsed.data).map(([name, selector]) => [`select.${name}`, selector ?? '']),
  );
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The source of a draft: its address, or its search. */
export function sourceOf({ url = '', keyword = '', region = '', mode = '' }: Draft): string {
  return url === '' ? `${keyword} ${region} ${mode}` : url;
}

/** Whether the changes of the page are to be its items. */
export function followsChanges({ url = '', from }: Draft): boolean {
  return url !== '' && from === 'changes';
}

/**
 * The source, as the creation of a feed takes it, without filters.
 * @throws ServiceError INVALID_FIELD
 */
export function sourceBody(draft: Draft): CreateFromUrl | CreateFromKeyword {
  const { url = '', keyword = '', region = '', mode = '' } = draft;
  if (url === '') {
    const known = KEYWORD_MODES.find((name) => name === mode);
    return parseOrRefuse(createFromKeywordSchema, {
      keyword,
      ...(region === '' ? {} : { region }),
      ...(known === undefined ? {} : { mode: known }),
    });
  }
  if (followsChanges(draft)) return parseOrRefuse(createFromUrlSchema, { url, mode: 'changes' });
  const selectors = selectorsOf(draft);
  const from = documentChoiceSchema.safeParse(draft.from);
  return parseOrRefuse(createFromUrlSchema, {
    url,
    ...(selectors === null ? {} : { selectors }),
    ...(from.success && selectors === null ? { from: from.data } : {}),
  });
}

/** Null without a selector of the items: the others select within an item. */
export function selectorsOf(draft: Draft): Selectors | null {
  const { items, ...others } = Object.fromEntries(
    SELECTOR_FIELDS.map((name) => [name.slice('select.'.length), draft[name] ?? '']).filter(
      ([, selector]) => selector !== '',
    ),
  );
  return items === undefined ? null : { items, ...others };
}

/** The filters of a draft, one rule a line; undefined without any. */
export function filtersOf({ include = '', exclude = '' }: Draft): FiltersInput | undefined {
  const rules = { include: linesOf(include), exclude: linesOf(exclude) };
  return rules.include.length + rules.exclude.length === 0 ? undefined : rules;
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
