import type { Noun } from '../../kit/index.js';
import { create } from './create.js';
import { deleteFeeds } from './delete.js';
import { get } from './get.js';
import { list } from './list.js';
import { update } from './update.js';

export const feeds: Noun = {
  name: 'feeds',
  summary: 'Create, list, change and delete feeds',
  members: [create, list, get, update, deleteFeeds],
};
