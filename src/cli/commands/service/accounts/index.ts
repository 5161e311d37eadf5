import type { Noun } from '../../../verbs/verb.js';
import { create } from './create.js';
import { limits } from './limits.js';
import { list } from './list.js';
import { disable, enable } from './switch.js';

export const accounts: Noun = {
  name: 'accounts',
  summary: 'Let others use the service, within limits',
  members: [list, create, limits, disable, enable],
};
