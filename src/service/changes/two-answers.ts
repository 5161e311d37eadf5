import type { Hunk } from './compare-lines.js';
import { type Line, placeOf } from './lines.js';

/** The differences that two answers of a page, fetched one after the other, have in common. */
interface BothAnswers {
  lasting: Hunk[];
  /** The lines that came or went in one of them only. */
  passing: Line[];
  /** The lines of the first answer without those, as if they had stayed as they were. */
  lines: Line[];
}

/**
 * Compares the differences of two answers.
 * @param lines of the first answer
 */
export function inBothAnswers(
  lines: readonly Line[],
  first: readonly Hunk[],
  second: readonly Hunk[],
): BothAnswers {
  const [removed, added] = [common(first, second, 'removed'), common(first, second, 'added')];
  const lasting = first
    .map((hunk) => ({
      removed: hunk.removed.filter((line) => removed.has(placeOf(line))),
      added: hunk.added.filter((line) => added.has(placeOf(line))),
    }))
    .filter((hunk) => hunk.removed.length + hunk.added.length > 0);
  const isPassing = (places: ReadonlySet<string>) => (line: Line) => !places.has(placeOf(line));
  const both = [...first, ...second];
  const came = both.flatMap((hunk) => hunk.added).filter(isPassing(added));
  const stayed = both.flatMap((hunk) => hunk.removed).filter(isPassing(removed));
  const left = new Set(came.map(placeOf));
  const inFirst = new Set(first.flatMap((hunk) => hunk.removed));
  return {
    lasting,
    passing: [...came, ...stayed],
    lines: [
      ...lines.filter((line) => !left.has(placeOf(line))),
      ...stayed.filter((line) => inFirst.has(line)),
    ],
  };
}

function common(
  first: readonly Hunk[],
  second: readonly Hunk[],
  side: 'removed' | 'added',
): Set<string> {
  const other = new Set(second.flatMap((hunk) => hunk[side].map(placeOf)));
  return new Set(
    first.flatMap((hunk) => hunk[side].map(placeOf)).filter((place) => other.has(place)),
  );
}
