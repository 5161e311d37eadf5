/**
 * One node of a tree: a leaf is its value; a fork also has the feature that it asks for, the greatest
 * value that leads to the first child, and the places of both children in the tree.
 */
export type TreeNode =
  | readonly [value: number]
  | readonly [value: number, feature: number, limit: number, first: number, second: number];

/** Trees whose values are added; the value of a fork is the mean of what is below it. */
export interface TreeModel {
  /** Names of the features, in the order that the forks count them. */
  readonly features: readonly string[];
  readonly trees: readonly (readonly TreeNode[])[];
}

/** What the model makes of some values, in the order of its features. */
export function predict({ trees }: TreeModel, values: readonly number[]): number {
  let sum = 0;
  for (const tree of trees) {
    let node = tree[0];
    while (node !== undefined && node.length === 5) {
      const [, feature, limit, first, second] = node;
      node = tree[(values[feature] ?? 0) <= limit ? first : second];
    }
    sum += node?.[0] ?? 0;
  }
  return sum;
}

/** How much each feature moved the prediction: the steps on the paths through the trees, by feature. */
export function contributions(
  { features, trees }: TreeModel,
  values: readonly number[],
): Map<string, number> {
  const moved = new Map<string, number>();
  for (const tree of trees) {
    let node = tree[0];
    while (node !== undefined && node.length === 5) {
      const [value, feature, limit, first, second] = node;
      const next = tree[(values[feature] ?? 0) <= limit ? first : second];
      const name = features[feature] ?? '';
      moved.set(name, (moved.get(name) ?? 0) + (next?.[0] ?? 0) - value);
      node = next;
    }
  }
  return moved;
}
