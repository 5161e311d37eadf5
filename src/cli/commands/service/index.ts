import type { Noun } from '../../frame.js';
import { keys } from './keys/index.js';
import { webhooks } from './webhooks/index.js';

export const service: Noun = {
  name: 'service',
  summary: 'Manage keys and webhooks of the service on this machine',
  description:
    'Manages what the service on this machine keeps for its owner: API keys and webhooks. These commands work on its database directly, whether `feedctl serve` is running or not.',
  members: [keys, webhooks],
};
