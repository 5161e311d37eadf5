import type { Noun } from '../../kit/index.js';
import { get } from './get.js';
import { set } from './set.js';

export const settings: Noun = {
  name: 'settings',
  summary: 'Read and change the settings of a feed',
  members: [get, set],
};
