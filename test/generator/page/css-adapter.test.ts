import { describe, expect, it } from 'vitest';
import { buildTree } from '../../../src/generator/page/build.js';
import { createCssAdapter } from '../../../src/generator/page/css-adapter.js';
import { BudgetExceeded, StepBudget } from '../../../src/generator/page/step-budget.js';
import type { ElementNode, PageNode } from '../../../src/generator/page/tree.js';

type Adapter = ReturnType<typeof createCssAdapter>;

const SIXTEEN = 'a'.repeat(16);
const { root } = buildTree(`<ul id="l"><li>${SIXTEEN}<b>b</b></li>text<li class="x">c</li></ul>`);
const list = root.children[0] as ElementNode;
const [first, text, second] = list.children as [ElementNode, PageNode, ElementNode];

/** What a call returns, and its steps. */
function cost<T>(call: (adapter: Adapter) => T, before?: (adapter: Adapter) => void) {
  let steps = 0;
  const budget = Object.assign(new StepBudget(1000), {
    take: (taken = 1) => {
      steps += taken;
    },
  });
  const adapter = createCssAdapter(budget);
  before?.(adapter);
  steps = 0;
  const result = call(adapter);
  return { result, steps };
}

describe('a step of a selector', () => {
  it.each<[string, (adapter: Adapter) => unknown, unknown, number]>([
    ['an element', ({ isTag }) => isTag(first), true, 1],
    ['a text', ({ isTag }) => isTag(text), false, 1],
    ['a name', ({ getName }) => getName(first), 'li', 1],
    ['a parent', ({ getParent }) => getParent(first), list, 1],
    ['an attribute', ({ hasAttrib }) => hasAttrib(list, 'id'), true, 1],
    ['no attribute', ({ hasAttrib }) => hasAttrib(first, 'id'), false, 1],
    ['a value', ({ getAttributeValue }) => getAttributeValue(list, 'id'), 'l', 1],
    ['no value', ({ getAttributeValue }) => getAttributeValue(first, 'id'), undefined, 1],
    ['the same', ({ equals }) => equals?.(first, first), true, 1],
    ['another', ({ equals }) => equals?.(first, second), false, 1],
    ['three children', ({ getChildren }) => getChildren(list), list.children, 1 + 3],
    ['children of a text', ({ getChildren }) => getChildren(text), [], 0],
    ['siblings', ({ getSiblings }) => getSiblings(first), list.children, 1 + 3 + 3 / 8],
    ['siblings of the root', ({ getSiblings }) => getSiblings(root), [root], 0],
    ['the text of 4 letters', ({ getText }) => getText(text), 'text', 1 + 4 / 16],
    ['the text of 2 + 1 nodes', ({ getText }) => getText(first), `${SIXTEEN} b`, 3 + 1 + 18 / 16],
    ['the one before', (a) => a.prevElementSibling?.(second), first, 1 + 1 + 3 + 3],
    ['none before the first', (a) => a.prevElementSibling?.(first), null, 1 + 1 + 3 + 3],
    ['none before the root', (a) => a.prevElementSibling?.(root), null, 1],
    ['none before a text', (a) => a.prevElementSibling?.(text), null, 0],
    ['the outer ones', ({ removeSubsets }) => removeSubsets([list, first, list]), [list, list], 0],
    ['all beside', ({ removeSubsets }) => removeSubsets([first, second]), [first, second], 0],
  ])('%s', (_, call, result, steps) => {
    expect(cost(call)).toEqual({ result, steps });
  });

  it('is cheaper the second time: what is below and before is known', () => {
    const known = (adapter: Adapter) => void adapter.prevElementSibling?.(first);
    expect(cost(({ getChildren }) => getChildren(list), known).steps).toBe(1);
    expect(cost((adapter) => adapter.prevElementSibling?.(second), known)).toEqual({
      result: first,
      steps: 1,
    });
  });
});

it('a budget is used up by the step after its last', () => {
  const budget = new StepBudget(2);
  budget.take();
  budget.take();
  expect(() => budget.take()).toThrow(new BudgetExceeded('more than 2 steps'));
});
