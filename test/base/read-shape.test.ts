import { expect, it } from 'vitest';
import {
  amount,
  count,
  listShape,
  object,
  oneOf,
  orNull,
  textShape,
} from '../../src/base/read-shape.js';

const read = object(
  { kind: oneOf(['a', 'b']), name: textShape(3), counts: listShape(count, { least: 1, most: 2 }) },
  { share: amount, more: orNull(object({ url: textShape() }, {})) },
);
const whole = { kind: 'a', name: 'abc', counts: [0, 7], share: 0.5, more: { url: '' } };

it('reads what has the shape, and leaves out what is not of it', () => {
  expect(read({ ...whole, other: 1 })).toEqual(whole);
  const { share: _, more: __, ...least } = whole;
  expect(read({ ...least, share: undefined })).toEqual(least);
  expect(read({ ...whole, more: null })).toEqual({ ...whole, more: null });
});

it.each([
  [null],
  [[whole]],
  ['text'],
  [{}],
  [{ ...whole, kind: 'c' }],
  [{ ...whole, name: 'abcd' }],
  [{ ...whole, name: 7 }],
  [{ ...whole, counts: [] }],
  [{ ...whole, counts: [1, 2, 3] }],
  [{ ...whole, counts: [-1] }],
  [{ ...whole, counts: [1.5] }],
  [{ ...whole, counts: [1, '2'] }],
  [{ ...whole, share: Number.NaN }],
  [{ ...whole, share: -0.1 }],
  [{ ...whole, more: { url: 1 } }],
])('reads nothing of %j', (value) => {
  expect(read(value)).toBeUndefined();
});
