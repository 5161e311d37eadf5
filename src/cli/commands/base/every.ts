import { text } from '../../kit/index.js';

/** `--every 15m`; read by `readInterval`, which verbs load when they run. */
export const everyOption = text('TIME', 'how often to fetch the feed, such as 15m; auto or paused');
