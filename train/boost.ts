import type { TreeModel, TreeNode } from '../src/generator/training.js';

/** What is predicted: how far each prediction is from what it should be; predictions begin with 0. */
export interface Objective {
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
  /** Models that are averaged; each may ask for other features. */
  models: number;
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
  const predictions = new Float64Array(rows.length);
  const gradients = new Float64Array(rows.length);
  const hessians = new Float64Array(rows.length);
  const grower = new Grower(columns, gradients, hessians, options);
  const trees: TreeNode[][] = [];
  for (let model = 0; model < options.models; model += 1) {
    const random = generator(model + 1);
    predictions.fill(0);
    for (let round = 0; round < options.trees; round += 1) {
      objective.derive(predictions, gradients, hessians);
      const usable = [...columns.keys()].filter(() => random() < options.columns);
      const { tree, leaves } = grower.grow(usable);
      for (const { rows: held, value } of leaves) {
        for (const row of held) predictions[row] = (predictions[row] ?? 0) + value;
      }
      trees.push(
        tree.map(([value, ...fork]) => [rounded(value / options.models), ...fork] as TreeNode),
      );
    }
  }
  return { features, trees };
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
  const greatest = sorted[sorted.length - 1];
  let last = 0;
  for (let at = 1; at < sorted.length && limits.length < MAX_BINS - 1; at += 1) {
    const [before, value] = [sorted[at - 1] ?? 0, sorted[at] ?? 0];
    if (value === before) continue;
    // A bin that is not yet full goes on, unless the last of the values comes: it needs one as well.
    if (at - last < sorted.length / MAX_BINS && value !== greatest) continue;
    limits.push(Number(((before + value) / 2).toPrecision(DIGITS)));
    last = at;
  }
  return { bins: Uint8Array.from(values, (value) => binOf(limits, value)), limits };
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
  /** Sums of both derivatives by usable feature and bin. */
  sums: Float64Array;
  split: Split | null;
}

/** Grows trees over the same columns. */
class Grower {
  readonly #columns: readonly Column[];
  readonly #gradients: Float64Array;
  readonly #hessians: Float64Array;
  readonly #options: BoostOptions;
  readonly #all: Uint32Array;

  constructor(
    columns: readonly Column[],
    gradients: Float64Array,
    hessians: Float64Array,
    options: BoostOptions,
  ) {
    this.#columns = columns;
    this.#gradients = gradients;
    this.#hessians = hessians;
    this.#options = options;
    this.#all = Uint32Array.from(gradients.keys());
  }

  /** @param usable numbers of the columns that the tree may ask for */
  grow(usable: readonly number[]) {
    const tree: TreeNode[] = [];
    const leafOf = (rows: Uint32Array, sums: Float64Array): Leaf => {
      let [gradient, hessian] = [0, 0];
      for (const row of rows) {
        gradient += this.#gradients[row] ?? 0;
        hessian += this.#hessians[row] ?? 0;
      }
      const leaf = { node: tree.length, rows, gradient, hessian, sums, split: null };
      tree.push([this.#answer(leaf)]);
      return { ...leaf, split: this.#bestSplit(usable, leaf) };
    };
    let leaves = [leafOf(this.#all, this.#sumsOf(usable, this.#all))];
    while (leaves.length < this.#options.leaves) {
      const best = leaves.reduce((a, b) => ((b.split?.gain ?? 0) > (a.split?.gain ?? 0) ? b : a));
      const { split } = best;
      if (split === null) break;
      const { bins, limits } = this.#columns[split.feature] as Column;
      const low = best.rows.filter((row) => (bins[row] ?? 0) <= split.bin);
      const high = best.rows.filter((row) => (bins[row] ?? 0) > split.bin);
      // The sums of the larger part are what is left of the whole.
      const few = this.#sumsOf(usable, low.length < high.length ? low : high);
      const many = best.sums.map((sum, at) => sum - (few[at] ?? 0));
      const first = leafOf(low, low.length < high.length ? few : many);
      const second = leafOf(high, low.length < high.length ? many : few);
      const limit = limits[split.bin] ?? 0;
      tree[best.node] = [this.#answer(best), split.feature, limit, first.node, second.node];
      leaves = [...leaves.filter((leaf) => leaf !== best), first, second];
    }
    return { tree, leaves: leaves.map((leaf) => ({ rows: leaf.rows, value: this.#answer(leaf) })) };
  }

  #answer({ gradient, hessian }: Pick<Leaf, 'gradient' | 'hessian'>): number {
    const { rate, shrinkage } = this.#options;
    return rounded((-rate * gradient) / (hessian + shrinkage));
  }

  #sumsOf(usable: readonly number[], rows: Uint32Array): Float64Array {
    const sums = new Float64Array(usable.length * MAX_BINS * 2);
    for (const [place, feature] of usable.entries()) {
      const { bins } = this.#columns[feature] as Column;
      const from = place * MAX_BINS * 2;
      for (let at = 0; at < rows.length; at += 1) {
        const row = rows[at] as number;
        const bin = from + 2 * (bins[row] as number);
        sums[bin] = (sums[bin] as number) + (this.#gradients[row] as number);
        sums[bin + 1] = (sums[bin + 1] as number) + (this.#hessians[row] as number);
      }
    }
    return sums;
  }

  #bestSplit(
    usable: readonly number[],
    { gradient, hessian, sums }: Pick<Leaf, 'gradient' | 'hessian' | 'sums'>,
  ): Split | null {
    const { least, shrinkage } = this.#options;
    const worth = (sum: number, weight: number) => (sum * sum) / (weight + shrinkage);
    const whole = worth(gradient, hessian);
    let best: Split | null = null;
    for (const [place, feature] of usable.entries()) {
      const { limits } = this.#columns[feature] as Column;
      const from = place * MAX_BINS * 2;
      let [sum, weight] = [0, 0];
      for (let bin = 0; bin < limits.length; bin += 1) {
        sum += sums[from + 2 * bin] as number;
        weight += sums[from + 2 * bin + 1] as number;
        if (weight < least) continue;
        if (hessian - weight < least) break;
        const gain = worth(sum, weight) + worth(gradient - sum, hessian - weight) - whole;
        if (gain > (best?.gain ?? 1e-9)) best = { gain, feature, bin };
      }
    }
    return best;
  }
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
