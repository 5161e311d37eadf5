import { text } from '../../frame.js';

/** `--every 15m`; read by `readInterval`, which verbs load when they run. */
export const everyOption = text('TIME', 'how often to fetch the feed, such as 15m; auto or paused');

/** What a person should know of the settings of a feed whose interval was set; null for nothing. */
export function floorNote(settings: {
  interval?: string | undefined;
  minInterval?: string | undefined;
}): string | null {
  const { interval, minInterval } = settings;
  if (minInterval === undefined) return null;
  return `This service fetches a feed every ${minInterval} at the most, so ${interval} takes effect as ${minInterval}.`;
}
