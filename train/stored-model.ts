import { readFileSync, writeFileSync } from 'node:fs';
import type { TreeModel } from '../src/generator/training.js';

/** Writes a model where the generator reads it. */
export function storeModel(file: string, model: TreeModel): void {
  const nodes = Buffer.from(model.nodes).toString('base64');
  writeFileSync(file, `${JSON.stringify({ ...model, nodes })}\n`);
}

/** Whether a stored model begins with the trees of another one; that has as many models or fewer. */
export function isStored(file: string, { nodes, ...model }: TreeModel): boolean {
  const stored = JSON.parse(readFileSync(file, 'utf8'));
  const same = Buffer.from(stored.nodes, 'base64').subarray(0, nodes.length);
  const head = { ...stored, models: model.models, nodes: undefined };
  return Buffer.from(nodes).equals(same) && JSON.stringify(head) === JSON.stringify(model);
}
