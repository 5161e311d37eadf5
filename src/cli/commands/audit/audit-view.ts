import { plain } from '../../kit/plain.js';
import type { View } from '../../output/view.js';

interface PrintedFinding {
  finding: string;
  id: string;
  title: string;
  detail: string;
  mend: readonly string[];
}

/** Commands are there to be copied, so a terminal gets lines of their own instead of a column. */
export const AUDIT_VIEW: View = {
  one: 'finding',
  many: 'findings',
  columns: [
    { field: 'finding' },
    { field: 'id', kind: 'id' },
    { field: 'title' },
    { field: 'detail' },
    { field: 'mend' },
  ],
  line(row, paint) {
    const { finding, id, title, detail, mend } = row as PrintedFinding;
    const head = `${paint.yellow(finding)}  ${paint.cyan(id)}  ${paint.bold(plain(title))}`;
    return [
      head,
      `  ${plain(detail)}`,
      ...mend.map((each) => `  ${paint.green(plain(each))}`),
    ].join('\n');
  },
};
