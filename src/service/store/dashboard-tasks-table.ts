import type { Fixed } from './schema.js';

/** Something that somebody started in the dashboard and that may take minutes. */
export interface DashboardTasksTable {
  /** `tsk_…` */
  id: Fixed<string>;
  account_id: Fixed<string>;
  /** JSON of `TaskInput`. */
  input: Fixed<string>;
  /** `planned`: waits for a confirmation. */
  status: 'planned' | 'running' | 'done';
  /** Steps: feeds, or changes of a file. */
  total: number;
  done: number;
  /** Of those that are done. */
  failed: number;
  /** JSON of `TaskReport`. */
  report: string;
  created_at: Fixed<number>;
  /** Written every few seconds while it runs: an old time means that its process ended. */
  updated_at: number;
  expires_at: number;
}
