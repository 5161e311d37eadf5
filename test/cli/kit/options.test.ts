import { expect, it } from 'vitest';
import { duration, required, text } from '../../../src/cli/kit/index.js';

const name = text('NAME', 'a name');

it('takes the value of an option that has to be given', () => {
  expect(required(name, {}).parse(['news'], '--name')).toBe('news');
});

it.each([[[]], [['']]])('says what is missing for %j', (given) => {
  const what = 'pass the name';
  expect(() => required(name, { what }).parse(given, '--name')).toThrow(
    '--name is missing: pass the name.',
  );
  expect(() => required(name, {}).parse(given, '--name')).toThrow(/^--name is missing\.$/);
});

it('keeps the rules of the option', () => {
  expect(required(name, {}).parse(['a', 'b'], '--name')).toBe('b');
  expect(required(name, {})).toMatchObject({ placeholder: 'NAME', summary: 'a name' });
});

it.each([
  ['30s', 30_000],
  ['500ms', 500],
  ['1.5m', 90_000],
  ['2', 2000],
])('reads the duration %s', (typed, milliseconds) => {
  expect(duration('TIME', 'a time').parse([typed], '--wait')).toBe(milliseconds);
});

it('takes a duration of nothing only where it means something', () => {
  const zero = duration('TIME', 'a time', { allowZero: true });
  expect(zero.parse(['0s'], '--wait')).toBe(0);
  expect(zero.parse(['1s'], '--wait')).toBe(1000);
  const message = '--wait takes a duration such as 30s, 500ms, 2m or 1w, not "0s".';
  expect(() => duration('TIME', 'a time').parse(['0s'], '--wait')).toThrow(message);
  expect(() => zero.parse(['soon'], '--wait')).toThrow('not "soon"');
});
