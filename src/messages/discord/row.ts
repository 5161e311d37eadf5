import type { FormatRow } from '../../resources/format-row.js';

export const row = {
  label: 'Discord',
  hosts: { only: /^(?:[\w-]+\.)?discord(?:app)?\.com$/ },
  example: 'https://discord.com/api/webhooks/1234567890/TOKEN',
  limits: { messages: 5, intervalMs: 2000 },
} as const satisfies FormatRow;
