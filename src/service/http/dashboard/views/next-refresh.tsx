import { Time } from './pieces.js';

/** When a feed is read next; `soon` is what to say when it is due. */
export function NextRefresh({
  at,
  now,
  soon = 'Due',
}: {
  /** Milliseconds; null for a suspended feed. */
  at: number | null;
  now: number;
  soon?: string;
}) {
  if (at === null) return <>Only by hand</>;
  return <>{at <= now ? soon : <Time at={at} now={now} />}</>;
}
