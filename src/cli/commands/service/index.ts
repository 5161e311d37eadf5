import type { Noun } from '../../frame.js';
import { accounts } from './accounts/index.js';
import { keys } from './keys/index.js';
import { webhooks } from './webhooks/index.js';

export const service: Noun = {
  name: 'service',
  summary: 'Manage keys, webhooks and accounts of the service here',
  description:
    'Manages what the service on this machine keeps: API keys and webhooks of its owner, and accounts for others. These commands work on its database directly, whether `feedctl serve` is running or not.',
  members: [keys, webhooks, accounts],
};
