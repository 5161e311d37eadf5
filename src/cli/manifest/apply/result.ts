import type { Description } from '../../errors/describe.js';
import type { Change } from '../plan/change.js';

/** What became of one change. */
export type ChangeResult =
  | { change: Change; ok: true; id: string }
  | { change: Change; ok: false; error: Pick<Description, 'message' | 'code' | 'statusCode'> };
