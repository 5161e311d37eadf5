import type { Noun } from '../../verbs/verb.js';
import { backup } from './backup.js';
import { copy } from './copy.js';
import { restore } from './restore.js';

export const service: Noun = {
  name: 'service',
  summary: 'Back up, restore and copy the database',
  description:
    'Backs up, restores and copies the database of the service directly, whether `feedctl serve` is running or not. Does not support --profile and --base-url.',
  members: [backup, restore, copy],
};
