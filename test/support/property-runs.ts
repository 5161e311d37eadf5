/** How many times more often than usual every property is tested: `FEEDCTL_TEST_RUNS=100`. */
export const RUN_FACTOR = readFactor(process.env.FEEDCTL_TEST_RUNS);

/** For a property whose number of runs differs from fast-check's 100. */
export function runs(usual: number): number {
  return usual * RUN_FACTOR;
}

function readFactor(text: string | undefined): number {
  const factor = Number(text ?? 1);
  if (Number.isInteger(factor) && factor >= 1) return factor;
  throw new Error(`FEEDCTL_TEST_RUNS must be a whole number, 1 or more, not "${text}".`);
}
