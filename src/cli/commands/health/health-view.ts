import { plain } from '../../kit/plain.js';
import type { View } from '../../output/view.js';

interface HealthRow {
  status: string;
  problem: string;
  id: string;
  title: string;
  detail: string;
  mend: readonly string[];
}

/** Commands are there to be copied, so a terminal gets lines of their own instead of a column. */
export const HEALTH_VIEW: View = {
  one: 'feed',
  many: 'feeds',
  columns: [
    { field: 'status' },
    { field: 'problem' },
    { field: 'id', kind: 'id' },
    { field: 'title' },
    { field: 'detail' },
    { field: 'since', kind: 'time' },
    { field: 'mend' },
  ],
  line(row, paint) {
    const { status, problem, id, title, detail, mend } = row as HealthRow;
    const word = status === 'recovered' ? paint.green('recovered') : paint.red(problem);
    const head = `${word}  ${paint.cyan(id)}  ${paint.bold(plain(title))}`;
    return [
      head,
      `  ${plain(detail)}`,
      ...mend.map((each) => `  ${paint.green(plain(each))}`),
    ].join('\n');
  },
};
