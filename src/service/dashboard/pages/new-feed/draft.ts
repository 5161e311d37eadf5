import {
  type CreateFromKeyword,
  type CreateFromUrl,
  createFromKeywordSchema,
  createFromUrlSchema,
  documentChoiceSchema,
  KEYWORD_MODES,
  type Selectors,
  selectorsSchema,
} from '../../../../contract/index.js';
import { FEED_FIELDS } from '../../../../resources/feed.js';
import { parseOrRefuse } from '../../../calls/call.js';
import { dashboardAddress, type Form } from '../../kit/http.js';
import { editorOf } from '../../kit/rows.js';

/** Editors for the rows of a feed that are parts of the form. */
export const EDITORS = {
  selectors: editorOf(FEED_FIELDS, ['selectors']),
  filters: editorOf(FEED_FIELDS, ['filters']),
  fullText: editorOf(FEED_FIELDS, ['full_text']),
  schedule: editorOf(FEED_FIELDS, ['interval', 'quiet_hours']),
};

const SELECTORS = EDITORS.selectors.inputs.map(({ name }) => name);

const TEXT_FIELDS = [
  ...['url', 'keyword', 'region', 'mode', 'from'],
  ...['title', 'source_title', 'bundle', 'new_bundle', 'previewed'],
  ...['wanted', 'unwanted', 'part'],
  ...Object.values(EDITORS).flatMap(({ inputs }) => inputs.map(({ name }) => name)),
];

/** The inputs of the form that may have a problem. */
export const INPUTS = TEXT_FIELDS.map((name) => ({ name }));

/** The entered values of a new feed; fields that were not sent are "". */
export type Draft = Readonly<Record<string, string>>;

/**
 * The draft of an address of the page, which may be a bookmark: `?url=`, `?keyword=`, or `?follow=`
 * with a URL or a keyword.
 */
export function linkedDraft(query: Readonly<Record<string, string>>): Draft {
  const text = (query.follow ?? '').trim();
  const isAddress = !/\s/.test(text) && (/[.:/]/.test(text) || query.from === 'changes');
  const named = text === '' ? query : { ...query, [isAddress ? 'url' : 'keyword']: text };
  return Object.fromEntries(TEXT_FIELDS.map((name) => [name, (named[name] ?? '').trim()]));
}

/** The address of the page with a draft. It makes Back, reload and links for colleagues work. */
export function draftAddress(draft: Draft): string {
  const { source_title: sourceTitle, ...rest } = draft;
  return dashboardAddress('feeds/new', {
    ...rest,
    ...(rest.title === sourceTitle && { title: '' }),
  });
}

/**
 * Reads the form. The button of a candidate list sends its selectors, and the button of another
 * document sends that choice. If the source was changed, the values for the previous source are
 * discarded.
 */
export function readDraft(form: Form): Draft {
  const sent: Draft = Object.fromEntries(TEXT_FIELDS.map((name) => [name, form.text(name)]));
  const { previewed } = sent;
  const isOther = !!previewed && previewed !== draftSource(sent);
  const draft = isOther ? { ...sent, ...NO_CHOICE, title: '', source_title: '' } : sent;
  if (form.has('pick')) {
    const from = followsChanges(draft) ? 'changes' : '';
    const picked: Draft = { ...NO_CHOICE, from, ...pickedSelectors(form.text('pick')) };
    const { wanted, unwanted } = draft;
    return { ...draft, ...picked, ...(picked['selectors.text'] && { wanted, unwanted }) } as Draft;
  }
  if (form.has('read')) return { ...draft, ...NO_CHOICE, from: form.text('read') };
  return draft;
}

/** Values that reset the selectors and choose the document that the service prefers. */
const NO_CHOICE: Draft = {
  from: '',
  wanted: '',
  unwanted: '',
  ...Object.fromEntries(SELECTORS.map((name) => [name, ''])),
};

function pickedSelectors(json: string): Draft {
  try {
    return draftOf(selectorsSchema.parse(JSON.parse(json)));
  } catch {
    return {};
  }
}

/** Converts selectors to values of the form. */
export function draftOf(selectors: Selectors | null): Draft {
  const from = selectors?.text === undefined ? '' : 'changes';
  return { ...NO_CHOICE, from, ...EDITORS.selectors.texts({ selectors }) } as Draft;
}

/** The source of a draft: its address, or its search. */
export function draftSource({ url = '', keyword = '', region = '', mode = '' }: Draft): string {
  return url === '' ? `${keyword} ${region} ${mode}` : url;
}

/** True if the items of the feed will be the changes of the page. */
export function followsChanges(draft: Draft): boolean {
  return !!draft.url && draft.from === 'changes' && selectorsOf(draft)?.items === undefined;
}

/** The values of the fields of some rows, in the format of a request. */
export function valuesIn(draft: Draft, part: keyof typeof EDITORS): Record<string, unknown> {
  return EDITORS[part].changes({ text: (name) => draft[name] ?? '' });
}

/** The selectors of a draft; null if there are none. */
export function selectorsOf(draft: Draft): Selectors | null {
  return (valuesIn(draft, 'selectors').selectors as Selectors | undefined) ?? null;
}

/**
 * The source in the format of a request that creates a feed, without filters.
 * @throws InvalidFields
 */
export function sourceBody(draft: Draft): CreateFromUrl | CreateFromKeyword {
  const { url = '', keyword = '', region = '' } = draft;
  if (url === '') {
    const mode = KEYWORD_MODES.find((name) => name === draft.mode);
    return parseOrRefuse(createFromKeywordSchema, {
      keyword,
      ...(region !== '' && { region }),
      ...(mode && { mode }),
    });
  }
  const selectors = valuesIn(draft, 'selectors');
  if (followsChanges(draft)) {
    return parseOrRefuse(createFromUrlSchema, { url, mode: 'changes', ...selectors });
  }
  const isChosen = selectors.selectors !== undefined;
  const from = documentChoiceSchema.safeParse(draft.from).data;
  return parseOrRefuse(createFromUrlSchema, { url, ...selectors, ...(!isChosen && { from }) });
}
