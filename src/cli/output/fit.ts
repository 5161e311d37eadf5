import stringWidth from 'string-width';
import type { Column } from './view.js';

/** Space between two columns. */
export const GAP = 2;
/** A column of text is never cut below this. */
const MIN_TEXT = 20;

/** A column with the width it gets. */
export interface FittedColumn {
  column: Column;
  index: number;
  width: number;
}

/**
 * Chooses columns and widths for a terminal. Text is cut first, then whole columns go, the highest
 * rank first; ids, addresses and times are never cut.
 */
export function fitColumns(
  columns: readonly Column[],
  cells: readonly (readonly string[])[],
  terminalWidth: number,
): FittedColumn[] {
  let fitted = columns.map((column, index) => ({
    column,
    index,
    width: cells.reduce((widest, row) => Math.max(widest, stringWidth(row[index] ?? '')), 0),
  }));
  while (!squeeze(fitted, terminalWidth) && fitted.length > 1) {
    const last = fitted.reduce((a, b) => (rank(b) >= rank(a) ? b : a));
    fitted = fitted.filter((each) => each !== last);
  }
  return fitted;
}

/** The text cut to a width of terminal columns, with an ellipsis where something is missing. */
export function cut(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let kept = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (stringWidth(kept + segment) > width - 1) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

/** Narrows the text columns, widest first; false when that is not enough. */
function squeeze(fitted: FittedColumn[], terminalWidth: number): boolean {
  const natural = fitted.map(({ width }) => width);
  const gaps = GAP * (fitted.length - 1);
  let excess = natural.reduce((a, b) => a + b, gaps) - terminalWidth;
  while (excess > 0) {
    const widest = fitted
      .filter(({ column, width }) => (column.kind ?? 'text') === 'text' && width > MIN_TEXT)
      .sort((a, b) => b.width - a.width)[0];
    if (widest === undefined) {
      fitted.forEach((each, index) => {
        each.width = natural[index] ?? each.width;
      });
      return false;
    }
    const step = Math.min(excess, Math.max(1, widest.width - MIN_TEXT));
    widest.width -= step;
    excess -= step;
  }
  return true;
}

function rank({ column, index }: FittedColumn): number {
  return column.rank ?? index + 1;
}
