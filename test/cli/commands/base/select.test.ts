import { describe, expect, it } from 'vitest';
import { selectOption } from '../../../../src/cli/commands/base/field-options.js';
import { UsageError } from '../../../../src/cli/kit/errors.js';

const parse = (...given: string[]) => selectOption.parse(given, '--select');

describe('--select', () => {
  it('is nothing when it is not given', () => {
    expect(parse()).toBeUndefined();
  });

  it('takes a CSS selector by name; the first = ends the name', () => {
    expect(parse('items=a[href^="/news"]', 'title= h3 ', 'date=time', 'image=img')).toEqual({
      items: 'a[href^="/news"]',
      title: 'h3',
      date: 'time',
      image: 'img',
    });
  });

  it.each([
    [['li'], /takes a name and a CSS selector, not "li"/],
    [['item=li'], /does not know "item". Use one of: items, title, link, date, image/],
    [['items='], /items= has no CSS selector/],
    [['title=h2'], /items=CSS is missing/],
    [['items=a', 'items=b'], /items=… was given more than once/],
  ])('refuses %j', (given, message) => {
    expect(() => parse(...given)).toThrow(UsageError);
    expect(() => parse(...given)).toThrow(message);
  });
});
