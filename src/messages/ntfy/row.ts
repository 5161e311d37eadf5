import type { FormatRow } from '../../resources/format-row.js';

export const row = {
  label: 'ntfy',
  hosts: { also: /^ntfy\.sh$/ },
  example: 'https://ntfy.sh/TOPIC',
  limits: { messages: 5, intervalMs: 1000 },
} as const satisfies FormatRow;
