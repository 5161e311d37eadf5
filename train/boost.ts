import { NODE, placeIn, STEP, type TreeModel } from '../src/generator/training.js';

/** What is predicted: how far each prediction is from what it should be; predictions begin with 0. */
export interface Objective {
  /** The rows that count: of the others the derivatives are 0. */
  rows: Uint32Array;
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
  /** Models that are averaged; each is of other draws. */
  models: number;
  /** What the random draws begin with. */
  seed: number;
}

const MAX_BINS = 64;
/** The greatest value of a leaf: as much as two bytes hold. */
const MOST_STEPS = 32_767;
const DIGITS = 4;

/**
 * Gradient boosting of regression trees over histograms (Friedman 2001; leaf-wise as in LightGBM). The
 * same rows give the same trees on every machine: what is drawn at random, the features of a tree and
 * what the objective of a model draws, comes from a fixed seed.
 * @param rows the values of each row, in the order of the features
 * @param objectiveOf what one of the models is to predict
 * @param made how many of the models are made
 */
export function boost(
  features: readonly string[],
  rows: readonly (readonly number[])[],
  objectiveOf: (random: () => number) => Objective,
  options: BoostOptions,
  made = options.models,
): TreeModel {
  const columns = features.map((_, feature) => binned(rows.map((row) => row[feature] ?? 0)));
  const predictions = new Float64Array(rows.length);
  const gradients = new Float64Array(rows.length);
  const hessians = new Float64Array(rows.length);
  const grower = new Grower(columns, gradients, hessians, options);
  const nodes: number[] = [];
  for (let model = 0; model < made; model += 1) {
    const random = generator(options.seed * options.models + model + 1);
    const objective = objectiveOf(random);
    predictions.fill(0);
    for (let round = 0; round < options.trees; round += 1) {
      objective.derive(predictions, gradients, hessians);
      const usable = [...columns.keys()].filter(() => random() < options.columns);
      const { tree, leaves } = grower.grow(usable, objective.rows);
      for (const { rows: held, value } of leaves) {
        for (const row of held) predictions[row] = (predictions[row] ?? 0) + value * STEP;
      }
      nodes.push(...bytesOf(tree, 0));
    }
  }
  const limits = columns.map((column) => column.limits);
  return { features, limits, models: made, nodes: Uint8Array.from(nodes) };
}

/** A leaf with its value in steps, or a fork with the places of what is below it. */
type GrownNode = { value: number } | { feature: number; bin: number; low: number; high: number };

/** The bytes of a node and of all below it. */
function bytesOf(tree: readonly GrownNode[], at: number): number[] {
  const node = tree[at] as GrownNode;
  if ('value' in node) return [0, (node.value >> 8) & 0xff, node.value & 0xff];
  const [low, high] = [bytesOf(tree, node.low), bytesOf(tree, node.high)];
  return [node.feature + 1, node.bin, low.length / NODE, ...low, ...high];
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
  return { bins: Uint8Array.from(values, (value) => placeIn(limits, value)), limits };
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
  }

  /**
   * @param usable numbers of the columns that the tree may ask for
   * @param all the rows that it is grown on
   */
  grow(usable: readonly number[], all: Uint32Array) {
    const tree: GrownNode[] = [];
    const leafOf = (rows: Uint32Array, sums: Float64Array): Leaf => {
      let [gradient, hessian] = [0, 0];
      for (const row of rows) {
        gradient += this.#gradients[row] ?? 0;
        hessian += this.#hessians[row] ?? 0;
      }
      const leaf = { node: tree.length, rows, gradient, hessian, sums, split: null };
      tree.push({ value: this.#answer(leaf) });
      return { ...leaf, split: this.#bestSplit(usable, leaf) };
    };
    let leaves = [leafOf(all, this.#sumsOf(usable, all))];
    while (leaves.length < this.#options.leaves) {
      const best = leaves.reduce((a, b) => ((b.split?.gain ?? 0) > (a.split?.gain ?? 0) ? b : a));
      const { split } = best;
      if (split === null) break;
      const { bins } = this.#columns[split.feature] as Column;
      const low = best.rows.filter((row) => (bins[row] ?? 0) <= split.bin);
      const high = best.rows.filter((row) => (bins[row] ?? 0) > split.bin);
      // The sums of the larger part are what is left of the whole.
      const few = this.#sumsOf(usable, low.length < high.length ? low : high);
      const many = best.sums.map((sum, at) => sum - (few[at] ?? 0));
      const first = leafOf(low, low.length < high.length ? few : many);
      const second = leafOf(high, low.length < high.length ? many : few);
      tree[best.node] = { ...split, low: first.node, high: second.node };
      leaves = [...leaves.filter((leaf) => leaf !== best), first, second];
    }
    return { tree, leaves: leaves.map((leaf) => ({ rows: leaf.rows, value: this.#answer(leaf) })) };
  }

  /** The value of a leaf, in steps. */
  #answer({ gradient, hessian }: Pick<Leaf, 'gradient' | 'hessian'>): number {
    const { rate, shrinkage } = this.#options;
    const steps = Math.round((-rate * gradient) / (hessian + shrinkage) / STEP);
    return Math.max(-MOST_STEPS, Math.min(MOST_STEPS, steps));
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
