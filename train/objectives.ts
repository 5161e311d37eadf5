import type { Objective } from './boost.js';

/**
 * The prediction is the logarithm of the odds that a row is of the first of two classes.
 * @param are how much each row is of it, 0 to 1
 */
export function toClasses(are: readonly number[], weights: readonly number[]): Objective {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const first = weights.reduce((sum, weight, at) => sum + weight * (are[at] ?? 0), 0);
  return {
    start: Math.log(first / (all - first)),
    derive(predictions, gradients, hessians) {
      for (const [at, is] of are.entries()) {
        const share = 1 / (1 + Math.exp(-(predictions[at] ?? 0)));
        const weight = weights[at] ?? 0;
        gradients[at] = weight * (share - is);
        hessians[at] = weight * Math.max(share * (1 - share), 1e-6);
      }
    },
  };
}

/**
 * Of the rows of one page the one with the greatest prediction should be the best: the cross entropy
 * between the shares that the predictions give them and those that their worth does.
 * @param pages first row of each page, and the number of rows at the end
 * @param weights what each page counts
 */
export function toOrder(
  pages: readonly number[],
  worth: readonly number[],
  weights: readonly number[],
  sharpness: number,
): Objective {
  const wanted = new Float64Array(worth.length);
  eachPage(pages, (from, to) => shares(worth, from, to, sharpness, wanted));
  return {
    start: 0,
    derive(predictions, gradients, hessians) {
      eachPage(pages, (from, to, page) => {
        const weight = weights[page] ?? 0;
        shares(predictions, from, to, 1, gradients);
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
  pages: readonly number[],
  run: (from: number, to: number, page: number) => void,
): void {
  for (let page = 0; page + 1 < pages.length; page += 1)
    run(pages[page] ?? 0, pages[page + 1] ?? 0, page);
}

function shares(
  values: ArrayLike<number>,
  from: number,
  to: number,
  sharpness: number,
  into: Float64Array,
): void {
  let most = Number.NEGATIVE_INFINITY;
  for (let at = from; at < to; at += 1) most = Math.max(most, values[at] ?? 0);
  let sum = 0;
  for (let at = from; at < to; at += 1) {
    const share = Math.exp(sharpness * ((values[at] ?? 0) - most));
    into[at] = share;
    sum += share;
  }
  for (let at = from; at < to; at += 1) into[at] = (into[at] ?? 0) / sum;
}
