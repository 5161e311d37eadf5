import { expect, it } from 'vitest';
import { required, text } from '../../../src/cli/kit/index.js';

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
  expect(() => required(name, {}).parse(['a', 'b'], '--name')).toThrow('more than once');
  expect(required(name, {})).toMatchObject({ placeholder: 'NAME', summary: 'a name' });
});
