import type { Options } from 'css-select';
import type { StepBudget } from './step-budget.js';
import { attribute, type ElementNode, type PageNode } from './tree.js';

type Adapter = NonNullable<Options<PageNode, ElementNode>['adapter']>;

/** Number of characters of text that count as one step. */
const CHARACTERS_PER_STEP = 16;

/**
 * Number of copied siblings that cost one step: for `~`, css-select searches and copies the
 * siblings of each element.
 */
const COPIED_NODES_PER_STEP = 8;

const isElement = (node: PageNode): node is ElementNode => node.kind === 'element';

/**
 * Creates the adapter with which css-select traverses the tree of a page. Every comparison of a
 * selector uses the adapter, so that the budget limits the time of any selector: `:has(~ …)` and
 * `:nth-…()` compare each element with each of its siblings, and nested ones multiply that.
 */
export function createCssAdapter(budget: StepBudget): Adapter {
  const siblings = new Siblings(budget);
  return {
    isTag(node): node is ElementNode {
      budget.take();
      return isElement(node);
    },
    getName(element) {
      budget.take();
      return element.tag;
    },
    getChildren: (node) => (isElement(node) ? siblings.below(node) : []),
    getParent(node) {
      budget.take();
      return node.parent;
    },
    getSiblings(node) {
      const { parent } = node;
      if (parent === null) return [node];
      const nodes = siblings.below(parent);
      budget.take(nodes.length / COPIED_NODES_PER_STEP);
      return nodes;
    },
    prevElementSibling: (node) => (isElement(node) ? siblings.before(node) : null),
    hasAttrib(element, name) {
      budget.take();
      return attribute(element, name) !== null;
    },
    getAttributeValue(element, name) {
      budget.take();
      return attribute(element, name) ?? undefined;
    },
    getText(node) {
      const text = isElement(node) ? descendantText(node, budget) : node.text;
      budget.take(1 + text.length / CHARACTERS_PER_STEP);
      return text;
    },
    removeSubsets: outermost,
    equals(a, b) {
      budget.take();
      return a === b;
    },
  };
}

/** Children in the form that css-select needs, copied once for each parent. */
class Siblings {
  readonly #below = new Map<ElementNode, PageNode[]>();
  readonly #before = new Map<ElementNode, ElementNode | null>();
  readonly #budget: StepBudget;

  constructor(budget: StepBudget) {
    this.#budget = budget;
  }

  below(parent: ElementNode): PageNode[] {
    this.#budget.take();
    const known = this.#below.get(parent);
    if (known !== undefined) return known;
    const children = [...parent.children];
    this.#budget.take(children.length);
    this.#below.set(parent, children);
    return children;
  }

  /** The element before this one below the same parent, or null. */
  before(element: ElementNode): ElementNode | null {
    this.#budget.take();
    const known = this.#before.get(element);
    if (known !== undefined) return known;
    if (element.parent === null) return null;
    let previous: ElementNode | null = null;
    for (const sibling of this.below(element.parent)) {
      this.#budget.take();
      if (!isElement(sibling)) continue;
      this.#before.set(sibling, previous);
      previous = sibling;
    }
    return this.#before.get(element) ?? null;
  }
}

function descendantText(element: ElementNode, budget: StepBudget): string {
  const texts: string[] = [];
  for (const node of nodesIn(element.children, budget)) {
    if (node.kind === 'text') texts.push(node.text);
  }
  return texts.join(' ');
}

/**
 * The nodes and all their descendants, in document order; a generator, so that a search can stop
 * early.
 */
function* nodesIn(nodes: readonly PageNode[], budget: StepBudget): Generator<PageNode> {
  const stack: PageNode[] = [];
  const push = (more: readonly PageNode[]) => {
    budget.take(more.length);
    for (let at = more.length - 1; at >= 0; at -= 1) {
      const node = more[at];
      if (node !== undefined) stack.push(node);
    }
  };
  push(nodes);
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    yield node;
    if (isElement(node)) push(node.children);
  }
}

function outermost(nodes: PageNode[]): PageNode[] {
  const inside = (node: PageNode, other: PageNode) =>
    other !== node && node.index >= other.index && node.index < other.end;
  return nodes.filter((node) => !nodes.some((other) => inside(node, other)));
}
