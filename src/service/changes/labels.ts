import { type ElementNode, HEADING, type PageNode, stableTokens } from '../../generator/service.js';
import type { Line } from './lines.js';

/** A line, with the part of the page at its beginning. */
export interface Spot {
  line: Line;
  node: PageNode;
}

/** Maximum length of a label; longer lines are text. */
const MAX_LABEL = 80;
/** Maximum number of lines of a card with one heading; a record without a heading has fewer. */
const MAX_LINES = 12;
/** Maximum number of lines that a heading names as a card does; more lines are its section. */
const MAX_VALUES = 6;
/** Maximum number of levels that are searched for a label. */
const MAX_LEVELS = 12;

/** Minimum number of lines of alternating names and values without markup. */
const MIN_TURNS = 4;

/**
 * Finds what each line belongs to: the term before a value, the first cell of its row, the heading or
 * first line of its card, else the heading above it.
 */
export function findLabels(spots: readonly Spot[]): void {
  const labels = new Labels(spots);
  let run: Line[] = [];
  spots.forEach(({ line, node }, at) => {
    const { label, isNamed } = labels.find(at);
    line.under = spots[label]?.line ?? null;
    line.isNamed = isNamed;
    const before = spots[at - 1];
    const isBeside =
      before !== undefined && label < at - 1 && blockIn(before.node) === blockIn(node);
    line.behind = isBeside && !isNamed ? before.line : null;
    if (line.behind === null) {
      nameInTurns(run);
      run = [];
    }
    run.push(line);
  });
  nameInTurns(run);
}

/**
 * Labels lines of one element in which every second line repeats, as states do, and the others do
 * not.
 */
function nameInTurns(run: readonly Line[]): void {
  if (run.length < MIN_TURNS) return;
  const counts = new Map<string, number>();
  for (const { key } of run) counts.set(key, (counts.get(key) ?? 0) + 1);
  const repeated = [0, 1].map(
    (turn) => run.filter(({ key }, at) => at % 2 === turn && (counts.get(key) ?? 0) > 1).length,
  );
  const values = repeated.findIndex((count, turn) => count > 1 && repeated[1 - turn] === 0);
  if (values < 0) return;
  run.forEach((line, at) => {
    const name = run[at - 1];
    if (at % 2 !== values || name === undefined) return;
    [line.under, line.isNamed] = [name, true];
  });
}

/** The nearest block element around a node. */
function blockIn(node: PageNode): ElementNode | null {
  let { parent } = node;
  while (parent !== null && parent.children.length === 1) parent = parent.parent;
  return parent?.tag === 'ul' || parent?.tag === 'ol' ? null : parent;
}

class Labels {
  readonly #spots: readonly Spot[];
  readonly #starts: readonly number[];
  /** Heading levels of the lines; 0 for lines that are no headings. */
  readonly #levels: readonly number[];
  /** Number of the last heading before each line, or -1. */
  readonly #headings: readonly number[];
  readonly #records = new Map<ElementNode, ReadonlySet<string>>();

  constructor(spots: readonly Spot[]) {
    this.#spots = spots;
    this.#starts = spots.map(({ node }) => node.index);
    this.#levels = spots.map(({ node }) => levelOf(node));
    let last = -1;
    this.#headings = this.#levels.map((level, at) => {
      const before = last;
      if (level > 0) last = at;
      return before;
    });
  }

  /** The number of a line's label, or -1. */
  find(at: number): { label: number; isNamed: boolean } {
    const level = this.#levels[at] ?? 0;
    if (level > 0) return { label: this.#headingAbove(at, level), isNamed: false };
    let inner: PageNode | undefined = this.#spots[at]?.node;
    for (let up = 0; up < MAX_LEVELS && inner?.parent; up += 1) {
      const element: ElementNode = inner.parent;
      const [first, end] = this.#range(element);
      if (end - first > 1) {
        const label = this.#labelIn(element, inner, at);
        if (label !== at) return { label, isNamed: true };
        const heading = this.#onlyHeading(first, end);
        if (heading >= 0 && end - first <= MAX_LINES) {
          // The first heading is the title of the page, which names no card.
          const isNamed = end - first <= MAX_VALUES && (this.#levels[heading] ?? 0) > 1;
          return { label: heading, isNamed };
        }
        if (heading === SEVERAL) break;
      }
      inner = element;
    }
    return { label: this.#headings[at] ?? -1, isNamed: false };
  }

  /** The label of a line in an element that is a row, a record or a list of terms; else the line. */
  #labelIn(element: ElementNode, inner: PageNode, at: number): number {
    const [first, end] = this.#range(element);
    if (element.tag === 'dl') {
      const term = element.children.findLast(
        (child) => child.index < inner.index && child.kind === 'element' && child.tag === 'dt',
      );
      return term === undefined || this.#range(term)[1] > at ? at : this.#range(term)[0];
    }
    if (element.tag !== 'tr' && !(end - first <= MAX_LINES && this.#isRecord(element))) return at;
    const heading = this.#onlyHeading(first, end);
    const label = heading === NONE ? first : heading;
    const text = this.#spots[label]?.line;
    return text !== undefined && text.key !== '' && text.text.length <= MAX_LABEL ? label : at;
  }

  /** True if siblings of an element have its name and several lines, too. */
  #isRecord(element: ElementNode): boolean {
    const { parent } = element;
    if (parent === null) return false;
    let repeated = this.#records.get(parent);
    if (repeated === undefined) {
      const [once, more] = [new Set<string>(), new Set<string>()];
      for (const child of parent.children) {
        const [first, end] = this.#range(child);
        if (child.kind !== 'element' || end - first < 2) continue;
        (once.has(nameOfElement(child)) ? more : once).add(nameOfElement(child));
      }
      repeated = more;
      this.#records.set(parent, repeated);
    }
    return repeated.has(nameOfElement(element));
  }

  #headingAbove(at: number, level: number): number {
    let heading = this.#headings[at] ?? -1;
    for (let steps = 0; steps < MAX_LEVELS && heading >= 0; steps += 1) {
      if ((this.#levels[heading] ?? 0) < level) return heading;
      heading = this.#headings[heading] ?? -1;
    }
    return -1;
  }

  /** The number of the heading among some lines, `NONE` or `SEVERAL`. */
  #onlyHeading(first: number, end: number): number {
    const last = (this.#levels[end - 1] ?? 0) > 0 ? end - 1 : (this.#headings[end - 1] ?? -1);
    if (last < first) return NONE;
    return (this.#headings[last] ?? -1) >= first ? SEVERAL : last;
  }

  /** The numbers of an element's lines: the first one, and the first one after it. */
  #range({ index, end }: PageNode): [first: number, end: number] {
    return [position(this.#starts, index), position(this.#starts, end)];
  }
}

const NONE = -1;
const SEVERAL = -2;

function nameOfElement(element: ElementNode): string {
  return `${element.tag}.${stableTokens(element, 1).join('')}`;
}

/** Level of the heading that contains a text; 0 if there is none. */
function levelOf({ parent }: PageNode): number {
  let element = parent;
  for (let up = 0; up < 4 && element !== null; up += 1) {
    if (HEADING.has(element.tag)) return Number(element.tag[1]);
    element = element.parent;
  }
  return 0;
}

/** The number of ascending values that are less. */
function position(numbers: readonly number[], than: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < than) low = middle + 1;
    else high = middle;
  }
  return low;
}
