import { expect, it } from 'vitest';
import { parseStep } from '../../src/contract/render-steps.js';
import { stepsSchema } from '../../src/contract/rendering.js';
import { selectorsSchema } from '../../src/contract/selectors.js';
import { describeSchema } from '../support/describe-schema.js';

describeSchema(
  'selectors',
  selectorsSchema,
  [
    ['those of a list', { items: 'li', title: 'h2', link: 'a', date: 'time', image: 'img' }],
    ['items alone', { items: 'li' }],
    ['a text alone', { text: 'main' }],
  ],
  [
    ['nothing', {}],
    ['fields without items', { title: 'h2' }],
    ['a text beside items', { text: 'main', items: 'li' }],
    ['an empty selector', { items: '' }],
    ['a long selector', { items: 'a'.repeat(1001) }],
    ['another field', { items: 'li', author: 'b' }],
  ],
);

it.each([
  [{}, 'items'],
  [{ text: 'main', title: 'h2' }, 'text'],
])('the problem of %j is with %s', (selectors, field) => {
  expect(selectorsSchema.safeParse(selectors).error?.issues).toMatchObject([{ path: [field] }]);
});

it.each([
  ['click=button.more', { kind: 'click', selector: 'button.more' }],
  ['wait= #list  li ', { kind: 'wait', selector: '#list  li' }],
  [' scroll ', { kind: 'scroll' }],
  ['click=', null],
  ['wait= ', null],
  ['scroll=li', null],
  ['type=x', null],
  ['', null],
])('the step %j is %o', (text, step) => {
  expect(parseStep(text)).toEqual(step);
});

describeSchema(
  'the steps before a page is read',
  stepsSchema,
  [
    ['none', []],
    ['five', ['scroll', 'scroll', 'scroll', 'click=a', 'wait=b']],
  ],
  [
    ['six', Array(6).fill('scroll')],
    ['an unknown one', ['type=x']],
  ],
);
