import { plain } from '../kit/plain.js';
import { valueAt } from './fields.js';
import type { Column } from './view.js';

/** A value as a person reads it, on one line and harmless. */
export function cell(row: unknown, column: Column): string {
  return plain(exact(valueAt(row, column.field)));
}

/** A value as text, nothing changed. */
export function exact(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (!Array.isArray(value)) return JSON.stringify(value);
  return value.map(element).join(', ');
}

function element(value: unknown): string {
  const named = valueAt(value, 'name');
  return typeof named === 'string' ? named : exact(value);
}
