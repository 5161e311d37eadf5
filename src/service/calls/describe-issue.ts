import * as z from 'zod';
import { requirementOf } from '../../contract/requirement.js';

type Issue = z.core.$ZodIssue;

/** A problem that zod found, as one sentence: the field, and what is allowed. */
export function describeIssue(issue: Issue, schema: z.ZodType): string {
  if (issue.code === 'unrecognized_keys') return unknownFields(issue.keys, issue.path, schema);
  const field = fieldName(issue.path);
  return field === ''
    ? `The request body ${requirementOf(issue, typeMismatch)}.`
    : `"${field}" ${requirementOf(issue, typeMismatch)}.`;
}

function typeMismatch({ expected, input, message }: z.core.$ZodIssueInvalidType): string {
  return input === undefined && message.includes('undefined')
    ? 'is required'
    : `must be ${article(expected)}`;
}

function unknownFields(keys: string[], path: PropertyKey[], schema: z.ZodType): string {
  const names = keys.map((key) => `"${fieldName([...path, key])}"`).join(', ');
  const allowed = fieldsAt(schema, path);
  const list = allowed.length === 0 ? '' : ` Allowed: ${allowed.join(', ')}.`;
  return keys.length === 1
    ? `${names} is not a field of this request.${list}`
    : `${names} are not fields of this request.${list}`;
}

/** The fields of the object schema at a path. */
function fieldsAt(schema: z.ZodType, path: PropertyKey[]): string[] {
  let current: unknown = schema;
  for (const key of path) {
    current = current instanceof z.ZodObject ? current.shape[String(key)] : undefined;
    if (current instanceof z.ZodOptional) current = current.unwrap();
  }
  return current instanceof z.ZodObject ? Object.keys(current.shape) : [];
}

/** The name of a field: `selectors.items`, `feeds[3]`. */
function fieldName(path: PropertyKey[]): string {
  return path.reduce<string>((name, key) => {
    if (typeof key === 'number') return `${name}[${key}]`;
    return name === '' ? String(key) : `${name}.${String(key)}`;
  }, '');
}

function article(type: string): string {
  const names: Record<string, string> = {
    object: 'a JSON object',
    array: 'an array',
    int: 'a whole number',
  };
  return names[type] ?? `a ${type}`;
}
