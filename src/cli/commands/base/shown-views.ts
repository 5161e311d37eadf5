import { LIMIT_FIELDS } from '../../../resources/account.js';
import type { ShownField, ShownFields, ShownKind } from '../../../resources/shown.js';
import type { Column, ColumnKind } from '../../output/view.js';

const STYLES: Readonly<Partial<Record<ShownKind, ColumnKind>>> = {
  id: 'id',
  url: 'url',
  time: 'time',
  time_or_null: 'time',
  count: 'state',
  count_or_null: 'state',
  flag: 'state',
  format: 'state',
  delivery_status: 'state',
  changes: 'state',
};

/** All fields, for one object. */
export function fieldsOf(fields: ShownFields): Column[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    field.hidden ? [] : fieldColumns(name, field),
  );
}

/** The fields with a rank, for a list. */
export function listedFields(fields: ShownFields): Column[] {
  return Object.entries(fields)
    .flatMap(([name, field]) => fieldColumns(name, field))
    .filter(({ rank }) => rank !== undefined);
}

function fieldColumns(name: string, field: ShownField): Column[] {
  if (field.kind === 'filters') {
    return ['include', 'exclude'].map((list) => ({ field: `${name}.${list}`, heading: list }));
  }
  if (field.kind === 'limits') {
    return Object.entries(LIMIT_FIELDS).map(([limit, row]) => ({
      ...column(limit, row),
      field: `${name}.${limit}`,
    }));
  }
  return [column(name, field)];
}

function column(name: string, { kind, or, heading, rank }: ShownField): Column {
  const style = STYLES[kind];
  return {
    field: name,
    ...(or !== undefined && { or }),
    heading: heading ?? name.replace(/_at$/, '').replaceAll('_', ' '),
    ...(style !== undefined && { kind: style }),
    ...(rank !== undefined && { rank }),
  };
}
