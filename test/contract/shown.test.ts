import { expect, it } from 'vitest';
import * as z from 'zod';
import { shown, shownExtensions } from '../../src/contract/shown.js';
import { extensionDoc, time, timeOrNull } from '../../src/contract/values.js';

const FIELDS = {
  name: { kind: 'text', doc: 'What it is called' },
  at: { kind: 'time', doc: 'When it began' },
  ended_at: { kind: 'time_or_null' },
  size: { kind: 'count', optional: true },
} as const;

/** The JSON Schema of an object, as it stands in the description of the interface. */
const jsonSchema = (shape: z.ZodRawShape) => z.toJSONSchema(z.object(shape));

it('the fields of an answer have their documentation, and times their format', () => {
  const { properties, required } = jsonSchema(shown(FIELDS));
  expect(properties).toMatchObject({
    name: { type: 'string', description: 'What it is called' },
    at: { description: 'When it began; ISO 8601 in UTC' },
    ended_at: { description: 'ISO 8601 in UTC' },
    size: { type: 'integer' },
  });
  expect(properties?.size).not.toHaveProperty('description');
  expect(required).toEqual(['name', 'at', 'ended_at']);
});

it('extensions are marked, and may all be left out', () => {
  const { properties, required } = jsonSchema(shownExtensions(FIELDS));
  expect(properties?.name).toMatchObject({ description: 'Extension: what it is called' });
  expect(required).toBeUndefined();
});

it.each([
  ['When it was made', 'Extension: when it was made'],
  ['JSON of the event', 'Extension: JSON of the event'],
])('the documentation %j of an extension', (doc, marked) => {
  expect(extensionDoc(doc)).toBe(marked);
});

it.each([
  [time(), 'ISO 8601 in UTC'],
  [time('It ends'), 'It ends; ISO 8601 in UTC'],
  [timeOrNull('It ends'), 'It ends; ISO 8601 in UTC'],
])('a moment is described with its format', (schema, description) => {
  expect(schema.description).toBe(description);
});
