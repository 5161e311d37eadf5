import type { FetchReason } from '../../../../contract/index.js';

/** Why a feed is fetched at the time that it is, in words. */
export const FETCH_REASON_WORDS: Readonly<Record<FetchReason, string>> = {
  rhythm: 'the source usually has something new then',
  ceiling: 'no feed waits longer',
  floor: 'no feed is fetched more often',
  publisher: 'the source asks for it',
  skip_hours: 'the source names hours without news',
  interval: 'you set the interval',
  quiet_hours: 'you set quiet hours',
  push: 'a hub tells of news before',
  retry: 'the last fetch failed',
  probe: 'it is not active, and tried once a week',
  paused: 'you paused it',
  suspended: 'reading it ended the service; refresh it by hand',
};
