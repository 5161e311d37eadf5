import type { FollowedText } from '../core/source-document.js';
import type { Hunk } from './compare-lines.js';
import { type Line, lineOf, placeOf } from './lines.js';

/** More lines that go back and forth are a page that says something else each time. */
const MAX_LINES = 100;

/** What differs from what items told, because it went back and forth. */
export class Untold {
  readonly #removed: Map<string, Line>;
  readonly #added: Map<string, Line>;

  constructor(stored: FollowedText['untold']) {
    this.#removed = byPlace(stored?.removed ?? []);
    this.#added = byPlace(stored?.added ?? []);
  }

  /** Notes lines that came and went without an item. What came is gone when it goes. */
  note(lines: Hunk): void {
    for (const line of lines.removed) net(line, this.#added, this.#removed);
    for (const line of lines.added) net(line, this.#removed, this.#added);
    if (this.#removed.size + this.#added.size <= MAX_LINES) return;
    this.#removed.clear();
    this.#added.clear();
  }

  /** Forgets what is untold of the places that an item tells of. */
  forget(lines: readonly Line[]): void {
    const places = new Set(lines.map(({ under }) => under?.key ?? ''));
    for (const all of [this.#removed, this.#added]) {
      for (const [key, { under }] of all) if (places.has(under?.key ?? '')) all.delete(key);
    }
  }

  /** Takes out the lines that pass. */
  take(isQuiet: (line: Line) => boolean): Hunk {
    const taken = (all: Map<string, Line>) => {
      const quiet = [...all].filter(([, line]) => isQuiet(line));
      for (const [key] of quiet) all.delete(key);
      return quiet.map(([, line]) => line);
    };
    return { removed: taken(this.#removed), added: taken(this.#added) };
  }

  /** What is stored for the next fetch; absent without any. */
  stored(): Pick<FollowedText, 'untold'> {
    if (this.#removed.size + this.#added.size === 0) return {};
    return { untold: { removed: pairs(this.#removed), added: pairs(this.#added) } };
  }
}

function net(line: Line, from: Map<string, Line>, to: Map<string, Line>): void {
  const place = placeOf(line);
  if (!from.delete(place)) to.set(place, line);
}

type Labels = [text: string, ...labels: string[]];

/** Lines with their labels, the nearest one first. */
function pairs(lines: ReadonlyMap<string, Line>): Labels[] {
  return [...lines.values()].map(({ text, under }) => {
    const labels = [under?.text, under?.under?.text].filter((label) => label !== undefined);
    return [text, ...labels];
  });
}

function byPlace(all: readonly Labels[]): Map<string, Line> {
  return new Map(
    all.map((texts) => {
      const [first, ...labels] = texts.map((text) => lineOf(text, false)) as [Line, ...Line[]];
      let last = first;
      for (const label of labels) {
        last.under = label;
        last = label;
      }
      return [placeOf(first), first];
    }),
  );
}
