import { pathMark } from '../../base/same/address.js';
import { SAME } from '../../base/same/thresholds.js';
import { titleMark } from '../../base/same/title.js';
import { textMark } from './fingerprint.js';
import {
  haveNoOtherDates,
  type IncomingMarks,
  type MarkedEntry,
  oneToOne,
  type Pair,
  type Sides,
  type StoredMarks,
  sharing,
} from './marked-pairs.js';
import { guidMark, itemAddress, namingTitle } from './marks.js';

/** True if the number of known entries with other names shows that the list moved. */
export function isMove(renamed: number, entries: number): boolean {
  return renamed >= Math.max(SAME.moved.entries, entries * SAME.moved.part);
}

/**
 * Finds pairs in a list whose addresses changed together, for example after a change of software, a
 * move to another host, or because addresses contain sessions. Pairs share a mark that is unique on
 * both sides.
 * @param isCertain true if the list is known to be the same: short titles and different dates are
 * then accepted
 */
export function movedPairs<Stored extends StoredMarks, Incoming extends IncomingMarks>(
  sides: Sides<Stored, Incoming>,
  isCertain: boolean,
): Pair<Stored, Incoming>[] {
  const session = parametersOfAll(sides);
  const place = (entry: MarkedEntry) => placeMark(entry, new Set());
  const placeWithoutSession = (entry: MarkedEntry) =>
    placeMark(entry, session).map((mark) => `${mark}\n${entry.title}`);
  const title = ({ title: text }: MarkedEntry) => {
    const mark = isCertain ? titleMark(text) : namingTitle(text);
    return mark === null || mark === '' ? [] : [mark];
  };
  const found: Pair<Stored, Incoming>[] = [];
  const [items, entries] = [new Set(sides.stored), new Set(sides.incoming)];
  const marks: readonly ((entry: MarkedEntry) => string[])[] = [
    (entry) => [guidMark(entry) ?? []].flat(),
    place,
    ...(session.size > 0 ? [placeWithoutSession] : []),
    title,
  ];
  for (const marksOf of marks) {
    const pairs = sharing({ stored: [...items], incoming: [...entries] }, marksOf).filter(
      (pair) => isCertain || marksOf !== title || haveNoOtherDates(pair) || haveSameText(pair),
    );
    for (const [item, entry] of oneToOne(pairs)) {
      found.push([item, entry]);
      items.delete(item);
      entries.delete(entry);
    }
  }
  return found;
}

export function haveSameText([item, entry]: Pair<StoredMarks, IncomingMarks>): boolean {
  const text = textMark(item.fingerprint);
  return text !== '' && text === textMark(entry.fingerprint);
}

/** The address without the host and the file extension, which change when a site moves. */
function placeMark(entry: MarkedEntry, leftOut: ReadonlySet<string>): string[] {
  const { parts } = itemAddress(entry);
  if (parts === null) return [];
  const place = pathMark({ ...parts, path: parts.path.replace(/\.[a-z]{2,5}$/i, '') }, leftOut);
  return place.length > 1 ? [place] : [];
}

/** Query parameters that all entries have and none of whose values occurs in both documents. */
function parametersOfAll({ stored, incoming }: Sides<MarkedEntry, MarkedEntry>): Set<string> {
  const [before, after] = [valuesOfAll(stored), valuesOfAll(incoming)];
  const changed = [...after].filter(([name, values]) => {
    const known = before.get(name);
    return known !== undefined && [...values].every((value) => !known.has(value));
  });
  return new Set(changed.map(([name]) => name));
}

function valuesOfAll(entries: readonly MarkedEntry[]): Map<string, Set<string>> {
  const parts = entries.map((entry) => itemAddress(entry).parts).filter((one) => one !== null);
  const values = new Map<string, Set<string>>();
  const uses = new Map<string, number>();
  for (const { query } of parts) {
    for (const [name, value] of query) {
      values.set(name, (values.get(name) ?? new Set()).add(value));
      uses.set(name, (uses.get(name) ?? 0) + 1);
    }
  }
  for (const [name, count] of uses) if (count < entries.length) values.delete(name);
  return values;
}
