/**
 * Trees whose values are added, as a table of bytes: the trees follow each other, and in each the
 * nodes do, a fork before what is below it. A node has three bytes. Those of a fork are the number of
 * its feature from 1 on, the number of the greatest limit that leads to the node behind it, and how
 * many nodes that way has: behind them is the other way. Those of a leaf are 0 and its value.
 */
export interface TreeModel {
  /** Names of the features, in the order of their numbers in the forks. */
  readonly features: readonly string[];
  /** The limits that forks compare with, by feature, in ascending order. */
  readonly limits: readonly (readonly number[])[];
  /** Number of models that are averaged. */
  readonly models: number;
  readonly nodes: Uint8Array;
}

/** A model in its stored form: the nodes are base64. */
export type StoredModel = Omit<TreeModel, 'nodes'> & { readonly nodes: string };

export function readModel(stored: StoredModel): TreeModel {
  return { ...stored, nodes: Uint8Array.from(atob(stored.nodes), (byte) => byte.charCodeAt(0)) };
}

/** Number of bytes of a node. */
export const NODE = 3;
/** Unit of the values of leaves. */
export const STEP = 1 / 8192;

/** The prediction of a model for values in the order of its features. */
export function predict(model: TreeModel, values: readonly number[]): number {
  const { nodes, models } = model;
  const places = placesOf(model, values);
  const roots = startsOf(model);
  let sum = 0;
  // Plain loops for speed: every list of a page is passed through all trees.
  for (let tree = 0; tree < roots.length; tree += 1) {
    let at = roots[tree] as number;
    let feature = nodes[at] as number;
    while (feature > 0) {
      const isLow = (places[feature - 1] as number) <= (nodes[at + 1] as number);
      at += isLow ? NODE : NODE + NODE * (nodes[at + 2] as number);
      feature = nodes[at] as number;
    }
    sum += leafValue(nodes, at);
  }
  return (sum * STEP) / models;
}

/**
 * The influence of each feature on a prediction: the sum of the steps on the paths through the
 * trees.
 */
export function contributions(model: TreeModel, values: readonly number[]): Map<string, number> {
  const { nodes, models, features } = model;
  const places = placesOf(model, values);
  const means = meansOf(model);
  const moved = new Float64Array(features.length);
  // Plain loops for speed: the lists of an explanation are passed through all trees again.
  for (const start of startsOf(model)) {
    let at = start;
    let feature = nodes[at] as number;
    while (feature > 0) {
      const then = next(nodes, at, places[feature - 1] as number);
      const step = ((means[then / NODE] as number) - (means[at / NODE] as number)) / models;
      moved[feature - 1] = (moved[feature - 1] as number) + step;
      at = then;
      feature = nodes[at] as number;
    }
  }
  const named = features.map((name, at) => [name, moved[at] ?? 0] as const);
  return new Map(named.filter(([, value]) => value !== 0));
}

/** The prediction of the model for a page without any known value. */
export function meanPrediction(model: TreeModel): number {
  const means = meansOf(model);
  let sum = 0;
  for (const start of startsOf(model)) sum += means[start / NODE] ?? 0;
  return sum / model.models;
}

/** The node after a fork for a value that is greater than a given number of the limits. */
function next(nodes: Uint8Array, at: number, place: number): number {
  const isLow = place <= (nodes[at + 1] as number);
  return at + NODE + (isLow ? 0 : NODE * (nodes[at + 2] as number));
}

function leafValue(nodes: Uint8Array, at: number): number {
  return (((nodes[at + 1] ?? 0) << 24) >> 16) | (nodes[at + 2] ?? 0);
}

/** For each value, the number of smaller limits of its feature: forks compare numbers of limits. */
function placesOf({ limits }: TreeModel, values: readonly number[]): Uint8Array {
  const places = new Uint8Array(limits.length);
  for (let feature = 0; feature < limits.length; feature += 1)
    places[feature] = placeIn(limits[feature] as readonly number[], values[feature] ?? 0);
  return places;
}

/** How many numbers in ascending order are less than a value. */
export function placeIn(limits: readonly number[], value: number): number {
  let low = 0;
  let high = limits.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value <= (limits[middle] ?? 0)) high = middle;
    else low = middle + 1;
  }
  return low;
}

const starts = new WeakMap<TreeModel, Uint32Array>();

/** Start of each tree: a tree ends as soon as it has one leaf more than forks. */
function startsOf(model: TreeModel): Uint32Array {
  const known = starts.get(model);
  if (known !== undefined) return known;
  const { nodes } = model;
  const found: number[] = [];
  let open = 0;
  for (let at = 0; at < nodes.length; at += NODE) {
    if (open === 0) {
      found.push(at);
      open = 1;
    }
    open += nodes[at] === 0 ? -1 : 1;
  }
  const all = Uint32Array.from(found);
  starts.set(model, all);
  return all;
}

const means = new WeakMap<TreeModel, Float64Array>();

/** The value of each leaf, and for each fork the mean of its two branches. */
function meansOf(model: TreeModel): Float64Array {
  const known = means.get(model);
  if (known !== undefined) return known;
  const { nodes } = model;
  const all = new Float64Array(nodes.length / NODE);
  for (let at = all.length - 1; at >= 0; at -= 1) {
    const second = at + 1 + (nodes[at * NODE + 2] ?? 0);
    const isLeaf = nodes[at * NODE] === 0;
    all[at] = isLeaf
      ? leafValue(nodes, at * NODE) * STEP
      : ((all[at + 1] ?? 0) + (all[second] ?? 0)) / 2;
  }
  means.set(model, all);
  return all;
}
