/**
 * Trees whose values are added, as a table of bytes: the trees follow each other, and in each the
 * nodes do, a fork before what is below it. A node has three bytes. Those of a fork are the number of
 * its feature from 1 on, the number of the greatest limit that leads to the node behind it, and how
 * many nodes that way has: behind them is the other way. Those of a leaf are 0 and its value.
 */
export interface TreeModel {
  /** Names of the features, in the order that the forks count them. */
  readonly features: readonly string[];
  /** What the forks ask for, by feature, in rising order. */
  readonly limits: readonly (readonly number[])[];
  /** Models that are averaged. */
  readonly models: number;
  readonly nodes: Uint8Array;
}

/** A model as it is stored: its nodes in base64. */
export type StoredModel = Omit<TreeModel, 'nodes'> & { readonly nodes: string };

export function readModel(stored: StoredModel): TreeModel {
  return { ...stored, nodes: Uint8Array.from(atob(stored.nodes), (byte) => byte.charCodeAt(0)) };
}

/** Bytes of a node. */
export const NODE = 3;
/** Values of leaves are multiples of this. */
export const STEP = 1 / 8192;

/** What the model makes of some values, in the order of its features. */
export function predict(model: TreeModel, values: readonly number[]): number {
  const { nodes, models } = model;
  const places = placesOf(model, values);
  const roots = startsOf(model);
  let sum = 0;
  // Plain loops: every list of a page goes through all trees.
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

/** How much each feature moved the prediction: the steps on the paths through the trees, by feature. */
export function contributions(model: TreeModel, values: readonly number[]): Map<string, number> {
  const { nodes, models, features } = model;
  const places = placesOf(model, values);
  const means = meansOf(model);
  const moved = new Float64Array(features.length);
  // Plain loops: the lists that an explanation shows go through all trees again.
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

/** What the model makes of a page of which it knows nothing. */
export function meanPrediction(model: TreeModel): number {
  const means = meansOf(model);
  let sum = 0;
  for (const start of startsOf(model)) sum += means[start / NODE] ?? 0;
  return sum / model.models;
}

/** The node behind a fork for a value that is greater than so many of the limits. */
function next(nodes: Uint8Array, at: number, place: number): number {
  const isLow = place <= (nodes[at + 1] as number);
  return at + NODE + (isLow ? 0 : NODE * (nodes[at + 2] as number));
}

function leafValue(nodes: Uint8Array, at: number): number {
  return (((nodes[at + 1] ?? 0) << 24) >> 16) | (nodes[at + 2] ?? 0);
}

/** For each value, how many of the limits of its feature are less: forks compare numbers of limits. */
function placesOf({ limits }: TreeModel, values: readonly number[]): Uint8Array {
  const places = new Uint8Array(limits.length);
  for (let feature = 0; feature < limits.length; feature += 1)
    places[feature] = placeIn(limits[feature] as readonly number[], values[feature] ?? 0);
  return places;
}

/** How many of some numbers in rising order are less than a value. */
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

/** Where the trees begin: one ends where it has a leaf more than forks. */
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

/** The value of each leaf, and of each fork the mean of its two ways. */
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
