import type { FeedEntry } from '../../sources/model.js';
import { accessSummary } from '../../sources/secret-reference.js';
import { sourceFields } from '../../sources/source-spec.js';
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
  if (action === 'create') return { action, kind, name, fields: newFields(change.fields), add };
  const remove = change.remove.map(({ source }) => sourceFields(source));
  return { action, kind, id: change.id, name, fields: change.fields, add, remove };
}

function newFields(given: Partial<FeedEntry>): FieldChanges {
  const { title, description, icon, customAuthor, interval, quietHours, fullText } = given;
  const full_text = fullText === undefined ? undefined : String(fullText);
  const filters = given.filters && JSON.stringify(given.filters);
  const access = accessSummary(given.access);
  return Object.fromEntries(
    Object.entries({
      title,
      description,
      icon,
      customAuthor,
      interval,
      quietHours,
      full_text,
      filters,
      access,
    }).flatMap(([name, to]) =>
      to === undefined || to === null ? [] : [[name, { from: null, to }]],
    ),
  );
}
