import type { DeliveryCounts } from '../../../webhooks/deliveries/deliveries.js';

/** Share of the finished deliveries that arrived: `98.2 % of 412`. */
export function SuccessRate({ counts }: { counts: DeliveryCounts | undefined }) {
  const { delivered = 0, failed = 0, pending = 0, held = 0 } = counts ?? {};
  const finished = delivered + failed;
  const open = pending + held;
  return (
    <span class="rate">
      {finished === 0
        ? 'None'
        : `${percent(delivered / finished)} of ${finished.toLocaleString('en')}`}
      {open > 0 && <span class="meta"> · {open.toLocaleString('en')} waiting</span>}
    </span>
  );
}

/** Rounded down, so that 100 % means all. */
function percent(share: number): string {
  return `${Math.floor(share * 1000) / 10} %`;
}
