import type { FormatRow } from '../../resources/format-row.js';

export const row = {
  label: 'Apprise',
  example: 'https://apprise.example.com/notify/KEY',
  limits: { messages: 5, intervalMs: 1000 },
} as const satisfies FormatRow;
