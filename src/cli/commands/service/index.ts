import type { Noun } from '../../verbs/verb.js';
import { accounts } from './accounts/index.js';
import { backup } from './backup.js';
import { check } from './check.js';
import { copy } from './copy.js';
import { keys } from './keys/index.js';
import { restore } from './restore.js';
import { webhooks } from './webhooks/index.js';

export const service: Noun = {
  name: 'service',
  summary: 'Manage keys, webhooks and accounts of the service here',
  description:
    'Manages what the service on this machine keeps: accounts, their API keys and their webhooks, those of its owner unless --account says otherwise; and looks after its database: backups, copies, checks. These commands work on its database directly, whether `feedctl serve` is running or not.',
  members: [keys, webhooks, accounts, backup, restore, copy, check],
};
