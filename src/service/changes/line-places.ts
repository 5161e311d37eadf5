import {
  type ElementNode,
  HEADING,
  type PageNode,
  stableTokens,
  type TextNode,
} from '../../generator/service.js';
import type { Line } from './lines.js';

/** A line, and the text that it begins with. */
export interface Spot {
  line: Line;
  node: TextNode;
}

/** Longer lines are text, no label of the lines behind them. */
const MAX_LABEL = 80;
/** Parts of a card or row, and lines of one that has its heading at the end. */
const MAX_PARTS = 4;
/** A label is that of so many lines at most: elements hold one another, and each is looked through. */
const MAX_PART_LINES = 40;
const MAX_CARD_LINES = 12;
/** Labels and values in turns need so many lines, and a label has at most so many values. */
const MIN_TURNS = 4;
const MAX_VALUES = 4;
/** Names differ: two of a page may be the same. */
const NAMES_SHARE = 0.75;
/** Levels looked through for a label. */
const MAX_LEVELS = 12;

/**
 * Finds what each line belongs to: the label before a value (a term, the first cell of a row, the name
 * on a card), else the heading above it. `Operational` is another line below each name.
 */
export function findPlaces(spots: readonly Spot[]): void {
  const places = new Places(spots);
  for (const at of spots.keys()) places.find(at);
}

/**
 * Gives lines the label that stood in front of another line before: two names and their states look like
 * four lines once the states differ.
 */
export function keepLabels(before: readonly Line[], lines: readonly Line[]): void {
  const labels = new Set<string>();
  for (const [at, { under }] of before.entries()) {
    if (under !== null && under === before[at - 1]) labels.add(under.key);
  }
  for (const [at, line] of lines.entries()) {
    const last = lines[at - 1];
    const isValue = last !== undefined && last.under === line.under && !labels.has(line.key);
    if (isValue && labels.has(last.key)) line.under = last;
  }
}

/** A child of an element that holds lines. */
interface Part {
  /** Number of its first line, and of the first one behind it. */
  first: number;
  end: number;
  isHeading: boolean;
  /** How its markup differs from that of other children. */
  look: string;
}

class Places {
  readonly #spots: readonly Spot[];
  readonly #starts: readonly number[];
  /** Levels of headings, 0 for other lines. */
  readonly #levels: readonly number[];
  /** Number of the last heading before each line, or -1. */
  readonly #headings: readonly number[];
  readonly #labels = new Map<ElementNode, ReadonlyMap<number, number>>();
  readonly #repeated = new Map<ElementNode, ReadonlySet<string>>();

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

  find(at: number): void {
    const spot = this.#spots[at];
    const label = this.#labelOf(at);
    if (spot !== undefined) spot.line.under = this.#spots[label]?.line ?? null;
  }

  #labelOf(at: number): number {
    const level = this.#levels[at] ?? 0;
    if (level > 0) return this.#headingAbove(at, level);
    let element: ElementNode | null = this.#spots[at]?.node.parent ?? null;
    for (let up = 0; up < MAX_LEVELS && element !== null; up += 1) {
      const [first, end] = this.#range(element);
      if (end - first > 1) {
        const label = this.#labelsIn(element).get(at);
        if (label !== undefined) return label;
        const own = this.#headingsIn(first, end);
        if (own.length === 1 && end - first <= MAX_CARD_LINES) return own[0] ?? -1;
        if (own.length > 0) break;
      }
      element = element.parent;
    }
    return this.#headings[at] ?? -1;
  }

  #headingAbove(at: number, level: number): number {
    let heading = this.#headings[at] ?? -1;
    for (let steps = 0; steps < MAX_LEVELS && heading >= 0; steps += 1) {
      if ((this.#levels[heading] ?? 0) < level) return heading;
      heading = this.#headings[heading] ?? -1;
    }
    return -1;
  }

  /** At most two: more say no more than two do. */
  #headingsIn(first: number, end: number): number[] {
    const found: number[] = [];
    let last = (this.#levels[end - 1] ?? 0) > 0 ? end - 1 : (this.#headings[end - 1] ?? -1);
    while (last >= first && found.length < 2) {
      found.push(last);
      last = this.#headings[last] ?? -1;
    }
    return found;
  }

  /** Numbers of the lines of an element: its first one, and the first one behind it. */
  #range({ index, end }: PageNode): [first: number, end: number] {
    return [position(this.#starts, index), position(this.#starts, end)];
  }

  /** The labels of the lines that an element holds, by their numbers. */
  #labelsIn(element: ElementNode): ReadonlyMap<number, number> {
    const known = this.#labels.get(element);
    if (known !== undefined) return known;
    const parts = this.#partsOf(element);
    const labels = this.#isRow(element, parts) ? this.#inRow(parts) : this.#inTurns(parts);
    this.#labels.set(element, labels);
    return labels;
  }

  #partsOf(element: ElementNode): Part[] {
    return element.children.flatMap((child) => {
      const [first, end] = this.#range(child);
      if (end === first) return [];
      return [
        { first, end, isHeading: this.#headingsIn(first, end).length > 0, look: lookOf(child) },
      ];
    });
  }

  /** A row of a table, a number behind its name, or one of several cards or rows alike. */
  #isRow(element: ElementNode, parts: readonly Part[]): boolean {
    if (element.tag === 'tr') return true;
    const { length } = parts;
    const [first, second] = parts.map(({ first }) => NUMBER.test(this.#keyOf(first)));
    if (length === 2 && first === false && second === true) return !LIST.test(element.tag);
    if (length > MAX_PARTS || length < 2 || element.parent === null) return false;
    let repeated = this.#repeated.get(element.parent);
    if (repeated === undefined) {
      const [once, more] = [new Set<string>(), new Set<string>()];
      for (const child of element.parent.children) {
        const [first, end] = this.#range(child);
        if (child.kind !== 'element' || end - first < 2) continue;
        (once.has(nameOf(child)) ? more : once).add(nameOf(child));
      }
      repeated = more;
      this.#repeated.set(element.parent, repeated);
    }
    return repeated.has(nameOf(element));
  }

  /** The heading, else the first line, is the label of the others. */
  #inRow(parts: readonly Part[]): Map<number, number> {
    const labels = new Map<number, number>();
    const [first] = parts;
    const headings = parts.filter(({ isHeading }) => isHeading);
    if (first === undefined || headings.length > 1) return labels;
    const [heading] = headings;
    const label =
      heading === undefined ? first.first : this.#headingsIn(heading.first, heading.end)[0];
    if (label === undefined || (heading === undefined && !this.#isLabel(label))) return labels;
    // What has a label within its part is found before.
    for (const part of parts) {
      for (const at of linesOf(part)) if (at !== label) labels.set(at, label);
    }
    return labels;
  }

  /** Labels and values that follow one another in one element, told by their markup, else their text. */
  #inTurns(parts: readonly Part[]): Map<number, number> {
    const labels = this.#byLook(parts);
    if (labels.size > 0) return labels;
    let run: number[] = [];
    let look = '';
    for (const part of [...parts, null]) {
      if (part !== null && part.look === look && isLine(part)) {
        run.push(part.first);
        continue;
      }
      this.#byText(run, labels);
      run = part !== null && isLine(part) ? [part.first] : [];
      look = part?.look ?? '';
    }
    return labels;
  }

  #byLook(parts: readonly Part[]): Map<number, number> {
    const labels = new Map<number, number>();
    const names = this.#looksOfNames(parts);
    let label: Part | null = null;
    let values = 0;
    for (const part of parts) {
      const isValue =
        label !== null &&
        !part.isHeading &&
        part.look !== label.look &&
        values < MAX_VALUES &&
        names.has(label.look) &&
        this.#isLabel(label.first);
      if (!isValue || label === null) {
        [label, values] = [part.isHeading ? null : part, 0];
        continue;
      }
      values += 1;
      for (const at of linesOf(part)) labels.set(at, label.first);
    }
    return labels;
  }

  /** Looks of several lines that say something else each, which values seldom do. No name comes last. */
  #looksOfNames(parts: readonly Part[]): Set<string> {
    const last = parts.at(-1)?.look;
    const texts = new Map<string, string[]>();
    for (const { look, first } of parts) {
      const known = texts.get(look);
      if (known === undefined) texts.set(look, [this.#keyOf(first)]);
      else known.push(this.#keyOf(first));
    }
    const isName = (look: string, keys: readonly string[]) =>
      look !== last &&
      keys.length > 1 &&
      new Set(keys).size >= keys.length * NAMES_SHARE &&
      keys.filter((key) => NUMBER.test(key)).length < keys.length / 2;
    return new Set(
      [...texts].flatMap(([look, keys]) => (TERM.test(look) || isName(look, keys) ? [look] : [])),
    );
  }

  /** Lines alike of which every second one repeats, or is a number with its unit. */
  #byText(run: readonly number[], labels: Map<number, number>): void {
    if (run.length < MIN_TURNS) return;
    const counts = new Map<string, number>();
    for (const at of run) counts.set(this.#keyOf(at), (counts.get(this.#keyOf(at)) ?? 0) + 1);
    const isRepeated = (at: number) => (counts.get(this.#keyOf(at)) ?? 0) > 1;
    const turn =
      turnOf(run.map(isRepeated)) ?? turnOf(run.map((at) => NUMBER.test(this.#keyOf(at))));
    if (turn === null) return;
    for (let at = turn; at < run.length; at += 2) {
      const [label, value] = [run[at - 1], run[at]];
      if (label !== undefined && value !== undefined && this.#isLabel(label))
        labels.set(value, label);
    }
  }

  #keyOf(at: number): string {
    return this.#spots[at]?.line.key ?? '';
  }

  #isLabel(at: number): boolean {
    const text = this.#spots[at]?.line.text ?? '';
    return text.length <= MAX_LABEL && this.#keyOf(at) !== '';
  }
}

/** Numbers with units of at most three letters: a price, opening hours. */
const NUMBER = /^(?=.*\p{N})(?:[^\p{L}]|(?<!\p{L})\p{L}{1,3}(?!\p{L}))*$/u;

/** Whether values are at every second place: the first such place, else null. */
function turnOf(isValue: readonly boolean[]): 1 | 2 | null {
  const counts = [0, 0];
  isValue.forEach((is, at) => {
    if (is) counts[at % 2] = (counts[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = counts;
  const needed = Math.max(2, isValue.length / 4);
  if (even === 0 && odd >= needed) return 1;
  return odd === 0 && even >= needed ? 2 : null;
}

/** Elements whose children are alike. */
const LIST = /^(?:table|tbody|ul|ol)$/;

/** The markup of what is always a name. */
const TERM = /^(?:dt|th)\./;

/** The numbers of the lines of a part; none for one that is no value. */
function linesOf({ first, end }: Part): number[] {
  const count = end - first;
  return count > MAX_PART_LINES ? [] : Array.from({ length: count }, (_, at) => first + at);
}

function isLine({ first, end, isHeading }: Part): boolean {
  return end - first === 1 && !isHeading;
}

function nameOf(element: ElementNode): string {
  return `${element.tag}.${stableTokens(element, 1).join('')}`;
}

/** The names of an element and of its only children. */
function lookOf(node: PageNode): string {
  const names: string[] = [];
  let at: PageNode | undefined = node;
  while (at?.kind === 'element' && names.length < MAX_PARTS) {
    names.push(nameOf(at));
    at = at.children.length === 1 ? at.children[0] : undefined;
  }
  return names.join('>');
}

/** Level of the heading that a text stands in, else 0. */
function levelOf(node: TextNode): number {
  let element: ElementNode | null = node.parent;
  for (let up = 0; up < MAX_PARTS && element !== null; up += 1) {
    if (HEADING.has(element.tag)) return Number(element.tag[1]);
    element = element.parent;
  }
  return 0;
}

/** How many of the ascending numbers are less. */
function position(numbers: readonly number[], than: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < than) low = middle + 1;
    else high = middle;
  }
  return low;
}
