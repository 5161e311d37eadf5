import { expect, it } from 'vitest';
import {
  answerLength,
  encodeJson,
  encodeText,
  joinBytes,
} from '../../../src/service/core/answers.js';

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

it('encodes a value, whole or up to its end', () => {
  expect(text(encodeJson({ a: 'ü' }))).toBe('{"a":"ü"}');
  expect(text(encodeJson({ a: 1 }, -1))).toBe('{"a":1');
});

it('joins parts, and copies none that is alone and can be sent', () => {
  const [a, b] = [encodeText('ü'), encodeText('bc')];
  expect(answerLength([a, b])).toBe(4);
  expect(text(joinBytes([a, b, a]))).toBe('übcü');
  expect(joinBytes([a])).toBe(a);
  expect(joinBytes([])).toHaveLength(0);
  const growing = new Uint8Array(new ArrayBuffer(2, { maxByteLength: 9 }));
  expect(joinBytes([growing])).not.toBe(growing);
  expect(joinBytes([growing]).buffer.resizable).toBe(false);
});
