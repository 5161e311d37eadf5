import type { Role } from '../config/serve-settings.js';
import { ServiceError } from '../core/errors.js';
import type { InstanceRole } from './start-instance.js';

/** What one process does of all that a service does. */
export interface Duties {
  /** What the others are told. */
  role: InstanceRole;
  /** Requests of the interface, published feeds and the dashboard. */
  answers: boolean;
  /** Refreshes feeds as they become due, and clears away what is too old. */
  refreshes: boolean;
  /** Delivers events to webhooks. */
  delivers: boolean;
}

/**
 * @param refresh false leaves refreshing to other processes.
 * @throws ServiceError INVALID_FIELD for a worker that is not to refresh.
 */
export function dutiesOf(role: Role, refresh: boolean): Duties {
  if (role === 'api') return { role, answers: true, refreshes: false, delivers: false };
  if (role === 'all') {
    const told = refresh ? 'all' : 'no-refresh';
    return { role: told, answers: true, refreshes: refresh, delivers: true };
  }
  if (refresh) return { role, answers: false, refreshes: true, delivers: true };
  throw new ServiceError(
    'INVALID_FIELD',
    'A worker refreshes feeds: leave --no-refresh out, or take --role api for a process that does not.',
  );
}
