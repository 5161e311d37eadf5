import type { BundleValues, FeedEntry } from '../../sources/model.js';
import { accessSummary } from '../../sources/secret-reference.js';
import { sourceFields } from '../../sources/source-spec.js';
import { FEED_ROWS, valueText } from '../../sources/values.js';
import type { Change, FieldChanges, Plan } from './change.js';

/** The plan as JSON. */
export function planJson({ changes, kept, unchanged, warnings }: Plan): object {
  const count = (action: Change['action']) =>
    changes.filter((change) => change.action === action).length;
  return {
    create: count('create'),
    update: count('update'),
    delete: count('delete'),
    unchanged,
    kept,
    changes: changes.map(changeJson),
    warnings,
  };
}

/** One change as JSON, identified by its source or name. */
export function changeJson(change: Change): Record<string, unknown> {
  const { action, kind } = change;
  if (kind === 'feed') {
    const source = sourceFields(change.source);
    if (action === 'delete') return { action, kind, id: change.id, source };
    if (action === 'update') return { action, kind, id: change.id, source, fields: change.fields };
    return { action, kind, source, fields: newFields(change.entry) };
  }
  const { name } = change;
  if (action === 'delete') return { action, kind, id: change.id, name };
  const add = change.add.map(({ source }) => sourceFields(source));
  if (action === 'create') return { action, kind, name, fields: newFields(change.values), add };
  const remove = change.remove.map(({ source }) => sourceFields(source));
  return { action, kind, id: change.id, name, fields: change.fields, add, remove };
}

/** The values of a new feed or bundle, as changes from nothing. */
export function newFields(values: FeedEntry | BundleValues): FieldChanges {
  const access = 'access' in values ? accessSummary(values.access) : null;
  const texts = FEED_ROWS.map(([name]) => [name, valueText(values[name as keyof BundleValues])]);
  return Object.fromEntries(
    [...texts, ['access', access]].flatMap(([name, to]) =>
      to === null || to === undefined ? [] : [[name, { from: null, to }]],
    ),
  );
}
