const BAR = 5;
const GAP = 2;
const HEIGHT = 20;

/**
 * Items of the last days as bars, the oldest first.
 * @param most the most items of a day in any chart beside it: all have one scale. Roots are drawn,
 * so that feeds with few items are seen beside those with hundreds.
 */
export function Sparkline({ days, most }: { days: readonly number[]; most: number }) {
  const total = days.reduce((sum, count) => sum + count, 0);
  const width = days.length * (BAR + GAP) - GAP;
  return (
    <svg
      class="sparkline"
      role="img"
      aria-label={`${total} ${total === 1 ? 'item' : 'items'} in ${days.length} days`}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      width={width}
      height={HEIGHT}
    >
      {days.map((count, index) => {
        const share = Math.sqrt(count / Math.max(1, most));
        const height = count === 0 ? 1 : Math.max(3, Math.round(share * HEIGHT));
        return (
          <rect
            class={count === 0 ? 'none' : undefined}
            x={index * (BAR + GAP)}
            y={HEIGHT - height}
            width={BAR}
            height={height}
          />
        );
      })}
    </svg>
  );
}
