import type { FormatRow } from '../../resources/format-row.js';

export const row = {
  label: 'Microsoft Teams',
  hosts: {
    only: /\.webhook\.office\.com$/,
    // Hosts of workflows: those of Teams, and others that accept any JSON.
    also: /\.(?:logic\.azure|api\.powerplatform)\.com$/,
  },
  example: 'https://example.webhook.office.com/webhookb2/…',
  limits: { messages: 5, intervalMs: 1000 },
} as const satisfies FormatRow;
