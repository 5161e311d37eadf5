import type { Filters } from '../../contract/index.js';

/** The filter of a webhook as it is stored; without rules everything passes. */
export interface WebhookFilter extends Filters {
  only: 'new' | 'changed' | null;
}
