import type { Noun } from '../../kit/index.js';
import { deleteProfile } from './delete.js';
import { list } from './list.js';
import { use } from './use.js';

export const profiles: Noun = {
  name: 'profiles',
  summary: 'List, choose and delete stored credentials',
  members: [list, use, deleteProfile],
};
