import type { TreeModel, TreeNode } from '../src/service/generate/model/trees.js';

/** What is predicted: how far each prediction is from what it should be. */
export interface Objective {
  /** What every prediction begins with. */
  start: number;
  /** Writes the first and the second derivative of the loss for every row. */
  derive(predictions: Float64Array, gradients: Float64Array, hessians: Float64Array): void;
}

export interface BoostOptions {
  trees: number;
  /** Leaves of a tree. */
  leaves: number;
  /** Share of a tree's answer that is taken. */
  rate: number;
  /** Least sum of second derivatives in a leaf. */
  least: number;
  /** How much a leaf of few rows is drawn to 0. */
  shrinkage: number;
  /** Share of the features that each tree may ask for. */
  columns: number;
}

const MAX_BINS = 64;
const DIGITS = 4;

/**
 * Gradient boosting of regression trees over histograms (Friedman 2001; leaf-wise as in LightGBM). The
 * same rows give the same trees on every machine: nothing is drawn at random but the features of a
 * tree, and those from a fixed seed.
 * @param rows the values of each row, in the order of the features
 */
export function boost(
  features: readonly string[],
  rows: readonly (readonly number[])[],
  objective: Objective,
  options: BoostOptions,
): TreeModel {
  const columns = features.map((_, feature) => binned(rows.map((row) => row[feature] ?? 0)));
  const predictions = new Float64Array(rows.length).fill(objective.start);
  const gradients = new Float64Array(rows.length);
  const hessians = new Float64Array(rows.length);
  const random = generator(1);
  const trees: TreeNode[][] = [];
  for (let round = 0; round < options.trees; round += 1) {
    objective.derive(predictions, gradients, hessians);
    const usable = features.map(() => random() < options.columns);
    const grown = grow(columns, usable, gradients, hessians, options);
    for (const { rows: held, value } of grown.leaves) {
      for (const row of held) predictions[row] = (predictions[row] ?? 0) + value;
    }
    trees.push(grown.tree);
  }
  return { features, start: rounded(objective.start), trees };
}

/** One feature of all rows: the number of its bin, and the limits between the bins. */
interface Column {
  bins: Uint8Array;
  limits: number[];
}

/** Bins of about as many rows each; between two bins lies the middle of their values. */
function binned(values: readonly number[]): Column {
  const sorted = Float64Array.from(values).sort();
  const limits: number[] = [];
  let last = 0;
  for (let at = 1; at < sorted.length; at += 1) {
    const [before, value] = [sorted[at - 1] ?? 0, sorted[at] ?? 0];
    if (value === before || limits.length === MAX_BINS - 1) continue;
    if (at - last < sorted.length / MAX_BINS && distinctLeft(sorted, at)) continue;
    limits.push(Number(((before + value) / 2).toPrecision(DIGITS)));
    last = at;
  }
  const bins = Uint8Array.from(values, (value) => binOf(limits, value));
  return { bins, limits };
}

/** Whether a bin that is not yet full may go on: the last of the values needs one as well. */
function distinctLeft(sorted: Float64Array, at: number): boolean {
  return sorted[at] !== sorted[sorted.length - 1];
}

function binOf(limits: readonly number[], value: number): number {
  let low = 0;
  let high = limits.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value <= (limits[middle] ?? 0)) high = middle;
    else low = middle + 1;
  }
  return low;
}

interface Split {
  gain: number;
  feature: number;
  bin: number;
}

interface Leaf {
  /** Its place in the tree. */
  node: number;
  rows: Uint32Array;
  gradient: number;
  hessian: number;
  split: Split | null;
}

function grow(
  columns: readonly Column[],
  usable: readonly boolean[],
  gradients: Float64Array,
  hessians: Float64Array,
  options: BoostOptions,
) {
  const tree: TreeNode[] = [];
  const answerOf = ({ gradient, hessian }: Pick<Leaf, 'gradient' | 'hessian'>) =>
    rounded((-options.rate * gradient) / (hessian + options.shrinkage));
  const leafOf = (rows: Uint32Array): Leaf => {
    let gradient = 0;
    let hessian = 0;
    for (const row of rows) {
      gradient += gradients[row] ?? 0;
      hessian += hessians[row] ?? 0;
    }
    const leaf = { node: tree.length, rows, gradient, hessian, split: null };
    tree.push([answerOf(leaf)]);
    return { ...leaf, split: bestSplit(columns, usable, leaf, gradients, hessians, options) };
  };
  let leaves = [leafOf(Uint32Array.from(gradients.keys()))];
  while (leaves.length < options.leaves) {
    const best = leaves.reduce((a, b) => ((b.split?.gain ?? 0) > (a.split?.gain ?? 0) ? b : a));
    const { split } = best;
    if (split === null) break;
    const { bins = new Uint8Array(), limits = [] } = columns[split.feature] ?? {};
    const first = leafOf(best.rows.filter((row) => (bins[row] ?? 0) <= split.bin));
    const second = leafOf(best.rows.filter((row) => (bins[row] ?? 0) > split.bin));
    const limit = limits[split.bin] ?? 0;
    tree[best.node] = [answerOf(best), split.feature, limit, first.node, second.node];
    leaves = [...leaves.filter((leaf) => leaf !== best), first, second];
  }
  return { tree, leaves: leaves.map((leaf) => ({ rows: leaf.rows, value: answerOf(leaf) })) };
}

function bestSplit(
  columns: readonly Column[],
  usable: readonly boolean[],
  { rows, gradient, hessian }: Pick<Leaf, 'rows' | 'gradient' | 'hessian'>,
  gradients: Float64Array,
  hessians: Float64Array,
  { least, shrinkage }: BoostOptions,
): Split | null {
  const sums = new Float64Array(MAX_BINS);
  const weights = new Float64Array(MAX_BINS);
  const worth = (sum: number, weight: number) => (sum * sum) / (weight + shrinkage);
  const whole = worth(gradient, hessian);
  let best: Split | null = null;
  for (const [feature, { bins, limits }] of columns.entries()) {
    if (!usable[feature] || limits.length === 0) continue;
    sums.fill(0);
    weights.fill(0);
    for (const row of rows) {
      const bin = bins[row] ?? 0;
      sums[bin] = (sums[bin] ?? 0) + (gradients[row] ?? 0);
      weights[bin] = (weights[bin] ?? 0) + (hessians[row] ?? 0);
    }
    let sum = 0;
    let weight = 0;
    for (let bin = 0; bin < limits.length; bin += 1) {
      sum += sums[bin] ?? 0;
      weight += weights[bin] ?? 0;
      if (weight < least) continue;
      if (hessian - weight < least) break;
      const gain = worth(sum, weight) + worth(gradient - sum, hessian - weight) - whole;
      if (gain > (best?.gain ?? 1e-9)) best = { gain, feature, bin };
    }
  }
  return best;
}

function rounded(value: number): number {
  return Number(value.toPrecision(DIGITS));
}

/** Numbers from 0 to 1 that look drawn at random and are always the same (mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
