import type { PageNode } from './tree.js';

/** Counts occurrences before each position: the count of a subtree is one subtraction. */
export class Counter {
  readonly #before: Uint32Array;

  /** @param before number of occurrences before every position and the one after the last */
  constructor(before: Uint32Array) {
    this.#before = before;
  }

  /**
   * Counts the values of nodes of a page. @param size number of nodes of the page @param nodes in
   * document order
   */
  static of<Node extends PageNode>(
    size: number,
    nodes: readonly Node[],
    count: (node: Node) => number,
  ): Counter {
    const before = new Uint32Array(size + 1);
    let sum = 0;
    let from = 0;
    for (const node of nodes) {
      // Most ranges are short: a loop is faster than fill.
      for (; from <= node.index; from += 1) before[from] = sum;
      sum += count(node);
    }
    before.fill(sum, from);
    return new Counter(before);
  }

  /** Count in the subtree of a node. */
  in(node: PageNode): number {
    return this.between(node.index, node.end);
  }

  /** Count in a range of positions, the end excluded. */
  between(start: number, end: number): number {
    return (this.#before[end] ?? 0) - (this.#before[start] ?? 0);
  }
}

/** Occurrences on a page in document order: those of a range are found without traversing it. */
export class Occurrences<T> {
  readonly all: readonly T[];
  readonly #counter: Counter;

  /** @param all in document order, each at the position of a node */
  constructor(size: number, all: readonly T[], nodeOf: (one: T) => PageNode) {
    this.all = all;
    this.#counter = Counter.of(size, all.map(nodeOf), () => 1);
  }

  in(node: PageNode): number {
    return this.#counter.in(node);
  }

  /** Number of occurrences in a range of positions, the end excluded. */
  between(start: number, end: number): number {
    return this.#counter.between(start, end);
  }

  /** Number of occurrences before a position. */
  before(position: number): number {
    return this.#counter.between(0, position);
  }

  /** The occurrences in a range of positions, the end excluded. */
  list(start: number, end: number): readonly T[] {
    return this.all.slice(this.before(start), this.before(end));
  }

  /** The occurrence at a position. */
  at(position: number): T | undefined {
    return this.between(position, position + 1) > 0 ? this.all[this.before(position)] : undefined;
  }
}

/** Counts, by bisection, how many values in document order begin before a position. */
export function countBefore<T>(
  ordered: readonly T[],
  position: number,
  startOf: (one: T) => number,
): number {
  let low = 0;
  let high = ordered.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (startOf(ordered[middle] as T) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}
