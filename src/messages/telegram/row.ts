import type { FormatRow } from '../../resources/format-row.js';

export const row = {
  label: 'Telegram',
  hosts: { only: /^api\.telegram\.org$/ },
  example: 'https://api.telegram.org/botTOKEN/sendMessage?chat_id=@channel',
  limits: { messages: 5, intervalMs: 3000 },
} as const satisfies FormatRow;
