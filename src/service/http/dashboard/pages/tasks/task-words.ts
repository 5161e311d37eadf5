import type { FeedEntry } from '../../../../dashboard/find-feeds.js';
import type { FeedAction } from '../../../../dashboard/task-input.js';
import type { Task } from '../../../../dashboard/tasks.js';

/** Some of the feeds of a task. */
export type Sample = readonly FeedEntry[];

/** `1 feed`, `2,000 feeds`. */
export function counted(count: number, one: string): string {
  return `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;
}

export function titleWords({ input, total }: Task): string {
  if (input.kind === 'import') return `Import ${input.name}`;
  if (input.kind === 'export') return `Export ${counted(total, 'feed')}`;
  const feeds = counted(total, 'feed');
  const { do: what } = input;
  switch (what.action) {
    case 'refresh':
      return `Refresh ${feeds}`;
    case 'pause':
      return `Pause ${feeds}`;
    case 'delete':
      return `Delete ${feeds}`;
    case 'interval':
      return `Fetch ${feeds} ${intervalWords(what.interval)}`;
    case 'add':
      return `Add ${feeds} to ${what.bundleName}`;
    case 'remove':
      return `Take ${feeds} out of ${what.bundleName}`;
    case 'restore':
      return `Restore the interval of ${feeds}`;
  }
}

function intervalWords(interval: string): string {
  return interval === 'auto' ? 'at their own rhythm' : `every ${interval}`;
}

/** What a planned task will do. */
export function summaryWords({ input, total }: Task): string {
  if (input.kind === 'import') {
    return total === 0 ? 'Nothing to do.' : `${counted(total, 'change')}. Nothing is deleted.`;
  }
  const feeds = counted(total, 'feed');
  if (input.kind === 'feeds' && input.do.action === 'delete') {
    return `${feeds} will be deleted with all items. Their addresses stop working, and they leave their bundles. This cannot be undone; to keep a copy of the list, export it first.`;
  }
  return `This changes ${feeds}.`;
}

/** The result of a task. */
export function outcomeWords({ input, done, failed, total, report }: Task): string {
  const well = done - failed;
  const failures = failed === 0 ? '' : ` ${counted(failed, 'step')} failed; see below.`;
  const left = total > done ? ` ${counted(total - done, 'step')} not done.` : '';
  if (input.kind !== 'feeds') {
    return `${counted(well, 'change')} applied.${failures}${left}`;
  }
  if (report.refreshed !== undefined) {
    const { updated, unchanged } = report.refreshed;
    return `${counted(done, 'feed')} read: ${updated} with something new, ${unchanged} unchanged.${failures}${left}`;
  }
  return `${pastWords(input.do)} ${counted(well, 'feed')}.${failures}${left}`;
}

function pastWords(what: FeedAction): string {
  switch (what.action) {
    case 'refresh':
      return 'Refreshed';
    case 'pause':
      return 'Paused';
    case 'delete':
      return 'Deleted';
    case 'interval':
      return 'Set the interval of';
    case 'restore':
      return 'Restored the interval of';
    case 'add':
      return `Added to ${what.bundleName}:`;
    case 'remove':
      return `Removed from ${what.bundleName}:`;
  }
}
