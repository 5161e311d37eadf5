import type { FormatRow } from '../../resources/format-row.js';

export const row = {
  label: 'Google Chat',
  hosts: { only: /^chat\.googleapis\.com$/ },
  example: 'https://chat.googleapis.com/v1/spaces/SPACE/messages?key=KEY&token=TOKEN',
  limits: { messages: 5, intervalMs: 1000 },
} as const satisfies FormatRow;
