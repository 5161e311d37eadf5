import type { FormatRow } from '../../resources/format-row.js';

export const row = {
  label: 'Slack',
  hosts: { only: /^hooks\.slack(?:-gov)?\.com$/ },
  example: 'https://hooks.slack.com/services/T000/B000/XXXX',
  limits: { messages: 5, intervalMs: 1000 },
} as const satisfies FormatRow;
