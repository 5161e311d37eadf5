import type { Noun } from '../../../verbs/verb.js';
import { create } from './create.js';
import { list } from './list.js';
import { revoke } from './revoke.js';

export const keys: Noun = {
  name: 'keys',
  summary: 'Create, list and revoke API keys',
  members: [list, create, revoke],
};
