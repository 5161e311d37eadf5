import { expect, it } from 'vitest';
import { revisionAt } from '../../../src/service/items/look.js';

const HOUR = 3_600_000;
const of = { revision: 7, updated_at: 5 * HOUR };

it.each([
  ['without an age of items, with changes alone', null, 9 * HOUR, '7-apsw0', 5 * HOUR],
  ['with the hour', 1000, 9 * HOUR, '7-apsw0-9', 9 * HOUR],
  ['not within the hour', 1000, 10 * HOUR - 1, '7-apsw0-9', 9 * HOUR],
  ['no earlier than it was changed', 1000, 4.5 * HOUR, '7-apsw0-4', 5 * HOUR],
])('what readers see changes %s', (_, max_age, now, revision, updatedAt) => {
  expect(revisionAt({ ...of, max_age }, now)).toEqual({ revision, updatedAt });
});
