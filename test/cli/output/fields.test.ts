import { describe, expect, it } from 'vitest';
import { checkFields, fieldNames, pick, valueAt } from '../../../src/cli/output/fields.js';

const FEED = { id: 'a', items: [{ title: 'x', authors: [{ name: 'Jo' }] }, { title: 'y' }] };

describe('fields', () => {
  it('reads dotted paths, through arrays too', () => {
    expect(valueAt(FEED, 'id')).toBe('a');
    expect(valueAt(FEED, 'items.title')).toEqual(['x', 'y']);
    expect(valueAt(FEED, 'items.authors.name')).toEqual([['Jo'], undefined]);
    expect(valueAt(FEED, 'nope.deeper')).toBeUndefined();
    expect(valueAt({}, 'constructor')).toBeUndefined();
  });

  it('picks in the order asked for, with null for what is not there', () => {
    expect(JSON.stringify(pick(FEED, ['items.title', 'id', 'icon']))).toBe(
      '{"items.title":["x","y"],"id":"a","icon":null}',
    );
  });

  it('knows the names in a sample', () => {
    const names = ['id', 'items', 'items.title', 'items.authors', 'items.authors.name'];
    expect(fieldNames(FEED)).toEqual(names);
    expect(fieldNames([FEED])).toEqual(names);
    expect(fieldNames('text')).toEqual([]);
  });

  it('refuses a name that is not there, and takes any where the shape is unknown', () => {
    expect(() => checkFields(['id', 'titel'], [FEED])).toThrow('There is no field "titel" here.');
    expect(() =>
      checkFields(['items.title', 'push.hub'], [FEED, { push: { hub: null } }]),
    ).not.toThrow();
    expect(() => checkFields(['anything'], [undefined])).not.toThrow();
  });
});
