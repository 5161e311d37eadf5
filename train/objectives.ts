import type { Objective } from './boost.js';

/** The lists of one page, as rows that follow each other. */
export interface Choice {
  /** How right each list is, 0 to 1; all 0 where the page is no list. */
  worth: readonly number[];
  /** The page is a list of items. */
  isList: boolean;
  /** What the page counts. */
  weight: number;
}

/**
 * Of the lists of a page the best one should have the greatest prediction, and of a page without a list
 * all of them small ones: the cross entropy between the shares that the predictions give to the lists and
 * to "none of them", which always has the prediction 0, and the shares that their worth gives.
 * @param sharpness how much a list that is a little better is preferred
 */
export function toChoice(pages: readonly Choice[], sharpness: number): Objective {
  const sizes = pages.map(({ worth }) => worth.length);
  const wanted = new Float64Array(sizes.reduce((sum, size) => sum + size, 0));
  eachPage(sizes, (from, to, page) => {
    const { worth = [], isList = false } = pages[page] ?? {};
    if (isList)
      shares(
        worth.map((value) => value * sharpness),
        from,
        to,
        wanted,
        0,
      );
  });
  const counting: number[] = [];
  eachPage(sizes, (from, to, page) => {
    if ((pages[page]?.weight ?? 0) === 0) return;
    for (let at = from; at < to; at += 1) counting.push(at);
  });
  return {
    rows: Uint32Array.from(counting),
    derive(predictions, gradients, hessians) {
      eachPage(sizes, (from, to, page) => {
        const weight = pages[page]?.weight ?? 0;
        if (weight === 0) return;
        shares(predictions.subarray(from, to), from, to, gradients, 1);
        for (let at = from; at < to; at += 1) {
          const share = gradients[at] ?? 0;
          gradients[at] = weight * (share - (wanted[at] ?? 0));
          hessians[at] = weight * Math.max(share * (1 - share), 1e-6);
        }
      });
    },
  };
}

function eachPage(
  sizes: readonly number[],
  run: (from: number, to: number, page: number) => void,
): void {
  let from = 0;
  for (const [page, size] of sizes.entries()) {
    run(from, from + size, page);
    from += size;
  }
}

/** Writes the share of each value among the exponentials of all. @param none share of one more value, 0 */
function shares(
  values: ArrayLike<number>,
  from: number,
  to: number,
  into: Float64Array,
  none: 0 | 1,
): void {
  let most = none === 1 ? 0 : Number.NEGATIVE_INFINITY;
  for (let at = 0; at < values.length; at += 1) most = Math.max(most, values[at] ?? 0);
  let sum = none * Math.exp(-most);
  for (let at = from; at < to; at += 1) {
    const share = Math.exp((values[at - from] ?? 0) - most);
    into[at] = share;
    sum += share;
  }
  for (let at = from; at < to; at += 1) into[at] = (into[at] ?? 0) / sum;
}
