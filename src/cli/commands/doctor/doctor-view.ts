import { plain } from '../../kit/plain.js';
import type { View } from '../../output/view.js';
import type { Check } from './check.js';

export const DOCTOR_VIEW: View = {
  one: 'check',
  many: 'checks',
  columns: [{ field: 'check' }, { field: 'status' }, { field: 'detail' }, { field: 'mend' }],
  line(row, paint) {
    const { check, status, detail, mend } = row as Check;
    const mark = { ok: paint.green('ok  '), warn: paint.yellow('warn'), fail: paint.red('fail') }[
      status
    ];
    const line = `${mark}  ${paint.bold(check)}: ${plain(detail)}`;
    return mend === null ? line : `${line}\n      ${paint.green(plain(mend))}`;
  },
};
