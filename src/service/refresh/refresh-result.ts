/** What came of a look at a feed's source. */
export interface RefreshResult {
  feedId: string;
  title: string;
  outcome: 'unchanged' | 'updated' | 'failed';
  itemsNew: number;
  itemsChanged: number;
  error: { code: string; message: string } | null;
  /** Milliseconds since the epoch. */
  nextRefreshAt: number;
  /** How long reading took, in milliseconds. */
  durationMs: number;
}
