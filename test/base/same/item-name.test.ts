import { expect, it } from 'vitest';
import { countAddresses, itemName } from '../../../src/base/same/item-name.js';

const ITEM = { url: 'https://a.test/one', title: 'Rain at noon', description_text: 'Wet.' };

it('an item is named by its guid, whatever its address and title are', () => {
  expect(itemName({ ...ITEM, guid: 'a1B2' })).toBe('a1B2');
});

it.each([
  { url: 'http://www.a.test/one/?utm_source=x' },
  { title: '“Rain at noon”.' },
  { description_text: 'Dry.' },
])('%j names the same item', (change) => {
  expect(itemName({ ...ITEM, ...change })).toBe(itemName(ITEM));
});

it.each([{ url: 'https://a.test/two' }, { title: 'Rain at night' }, { url: '' }])(
  '%j names another item',
  (change) => {
    expect(itemName({ ...ITEM, ...change })).not.toBe(itemName(ITEM));
  },
);

it('the text tells items without an address or a title apart', () => {
  for (const lack of [{ url: '' }, { title: '' }, { url: '', title: '' }]) {
    const [one, other] = ['Wet.', 'Dry.'].map((text) =>
      itemName({ ...ITEM, ...lack, description_text: text }),
    );
    expect(one).not.toBe(other);
  }
});

it('addresses are counted by their marks', () => {
  const items = ['http://a.test/one', 'https://a.test/one/', 'https://a.test/two'];
  expect([...countAddresses(items.map((url) => ({ url })))]).toEqual([
    ['a.test/one', 2],
    ['a.test/two', 1],
  ]);
});
