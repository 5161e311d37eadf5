import { sourceFields } from '../../sources/source-spec.js';
import type { Change, Member, Plan } from './change.js';

/** The plan as JSON. */
export function planJson({ changes, kept, unchanged, warnings }: Plan): object {
  return {
    ...countedActions(changes),
    unchanged,
    kept,
    changes: changes.map(changeJson),
    warnings,
  };
}

export function countedActions(changes: readonly Change[]) {
  const count = (action: Change['action']) =>
    changes.filter((change) => change.action === action).length;
  return { create: count('create'), update: count('update'), delete: count('delete') };
}

/** One change as JSON, identified by its source or name. */
export function changeJson(change: Change): Record<string, unknown> {
  const { action, kind, id, fields } = change;
  const sources = (members: readonly Member[]) => members.map(({ source }) => sourceFields(source));
  return {
    action,
    kind,
    ...(id !== undefined && { id }),
    ...(kind === 'feed' ? { source: sourceFields(change.source) } : { name: change.name }),
    ...(action !== 'delete' && { fields }),
    ...(action !== 'delete' && kind === 'bundle' && { add: sources(change.add) }),
    ...(action === 'update' && kind === 'bundle' && { remove: sources(change.remove) }),
  };
}
