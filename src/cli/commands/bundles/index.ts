import type { Noun } from '../../kit/index.js';
import { add } from './add.js';
import { create } from './create.js';
import { deleteBundles } from './delete.js';
import { get } from './get.js';
import { list } from './list.js';
import { remove } from './remove.js';
import { update } from './update.js';

export const bundles: Noun = {
  name: 'bundles',
  summary: 'Group feeds under one combined address',
  members: [create, list, get, update, deleteBundles, add, remove],
};
