const BAR = 5;
const GAP = 2;
const HEIGHT = 24;

/** Items of the last days as bars, the oldest first; the newest day stands out. */
export function Sparkline({ days }: { days: readonly number[] }) {
  const most = Math.max(1, ...days);
  const total = days.reduce((sum, count) => sum + count, 0);
  return (
    <svg
      class="sparkline"
      role="img"
      aria-label={`${total} ${total === 1 ? 'item' : 'items'} in ${days.length} days`}
      viewBox={`0 0 ${days.length * (BAR + GAP) - GAP} ${HEIGHT}`}
      width={days.length * (BAR + GAP) - GAP}
      height={HEIGHT}
    >
      {days.map((count, index) => {
        const height = count === 0 ? 1 : Math.max(3, Math.round((count / most) * HEIGHT));
        return (
          <rect
            class={count === 0 ? 'none' : undefined}
            x={index * (BAR + GAP)}
            y={HEIGHT - height}
            width={BAR}
            height={height}
            rx={1}
          />
        );
      })}
    </svg>
  );
}
