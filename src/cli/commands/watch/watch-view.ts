import { plain } from '../../kit/plain.js';
import type { View } from '../../output/view.js';
import { FROM, type WatchEvent } from './round.js';

/** A line as it comes: nothing is known yet of the widths of what follows. */
export const WATCH_VIEW: View = {
  one: 'item',
  many: 'items',
  columns: [
    { field: 'change' },
    { field: 'watched', kind: 'id' },
    { field: 'date_published', kind: 'time' },
    { field: 'title' },
    { field: 'url', kind: 'url' },
  ],
  line(row, paint) {
    const { change, title, url, [FROM]: from } = row as WatchEvent;
    const time = new Date().toTimeString().slice(0, 8);
    const mark = change === 'new' ? paint.green('new    ') : paint.yellow('changed');
    const parts = [paint.dim(time), mark, paint.cyan(plain(from)), plain(title)];
    return [...parts, paint.underline(plain(url))].join('  ');
  },
};
