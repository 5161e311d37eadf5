import type { Column, ColumnKind } from './view.js';

/**
 * The kind of a field by the last name of its path; the endings `_id`, `_url`, `_at` and `_since`
 * count as well.
 */
const KINDS: Readonly<Record<ColumnKind, string>> = {
  id: 'id profile api_key watched',
  url: 'url icon input file database kept address',
  time: 'since date_published',
  state:
    'status state outcome deleted resent ok created current verified is_active scheme rendered duration_ms items_new items_changed',
  text: '',
};

const KIND_OF: ReadonlyMap<string, ColumnKind> = new Map(
  (['id', 'url', 'time', 'state'] as const).flatMap((kind) =>
    KINDS[kind].split(/\s+/).map((name) => [name, kind] as const),
  ),
);

/** Headings that do not follow from the name of the field. */
const HEADINGS: Readonly<Record<string, string>> = {
  'applied.items_new': 'new items',
  'applied.outcome': 'applied',
  base_url: 'address',
  date_published: 'published',
  'dropped_by.list': 'dropped by',
  duration_ms: 'ms',
  'error.message': 'error',
  is_active: 'active',
  items_changed: 'changed',
  items_new: 'new',
  last_error: 'error',
  last_fetched_at: 'last fetch',
  next_refresh_at: 'next',
  rss_feed_url: 'rss feed',
  source_url: 'source',
};

/**
 * The columns of a list, or the fields of a record: `'id:1 title:2 created_at:3'`. The number is
 * the rank on a narrow terminal. Kind and heading follow from the name.
 *
 * @param others exceptions, by field
 */
export function columns(
  fields: string,
  others: Readonly<Record<string, Partial<Column>>> = {},
): readonly Column[] {
  return fields.split(' ').map((word) => {
    const [field = '', rank] = word.split(':');
    const name = field.slice(field.lastIndexOf('.') + 1);
    const kind = KIND_OF.get(name) ?? kindOfEnding(name);
    return {
      field,
      heading: HEADINGS[field] ?? name.replace(/_at$/, '').replaceAll('_', ' '),
      ...(kind !== undefined && { kind }),
      ...(rank !== undefined && { rank: Number(rank) }),
      ...others[field],
    };
  });
}

function kindOfEnding(name: string): ColumnKind | undefined {
  const ending = /_(id|url|at|since)$/.exec(name)?.[1];
  if (ending === undefined) return undefined;
  return ending === 'id' || ending === 'url' ? ending : 'time';
}
