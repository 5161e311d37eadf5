/** What a single command that fetches asks of V8. */
export function tuneForFetching(): void {
  setFlags([...compilerFlags(process.versions.node), COLLECT_EARLY]);
}

/**
 * Lets the heap grow to one and a half times the live data before a collection; the default of V8 is
 * four times. Data that waits for the network becomes old, and with it the documents that were read.
 * Exporting 100,000 feeds takes 210 MB with it and 250 without.
 */
export function collectEarly(): void {
  setFlags([COLLECT_EARLY]);
}

/**
 * Collects early, and leaves the part for new objects at the few megabytes that it has at the start
 * (instead of 32). Creating 600 feeds takes 128 MB with it and 155 without, for a twelfth more CPU; an
 * export would take a quarter more.
 */
export function spareMemory(): void {
  setFlags([COLLECT_EARLY, '--semi-space-growth-factor=1']);
}

const COLLECT_EARLY = '--heap-growing-percent=50';

/**
 * The flags that have V8 compile what a single command needs and no more. A long-running server benefits
 * from the optimisation. V8 prints an error for a flag that it does not know.
 *
 * - undici's HTTP parser, which is WebAssembly, stays in the form that is ready at once. Optimising
 *   it costs a command about 70 ms of CPU, a fifth of the total, to read a few kilobytes.
 * - Only functions that run for long are optimised. For a page of 100 kB the compilers run 20 to 70 ms
 *   in other threads and are done when there is nothing left to do; one of 4 MB takes a fifth less.
 *
 * `--no-regexp-tier-up` would spare such a page 10 ms more, but set at run time it crashes Node 20.
 */
export function compilerFlags(version: string): readonly string[] {
  const major = version.split('.')[0] ?? '';
  return [`--wasm-tiering-budget=${2 ** 31 - 1}`, ...(BY_MAJOR[major] ?? [])];
}

/** 15 times what V8 takes for a sign that a function is worth it. */
const COUNTED = ['--invocation-count-for-maglev=6000', '--invocation-count-for-turbofan=45000'];
const BY_MAJOR: Readonly<Record<string, readonly string[]>> = {
  // In bytes of bytecode that a function has run.
  20: ['--interrupt-budget=1000000'],
  22: COUNTED,
  24: COUNTED,
};

function setFlags(flags: readonly string[]): void {
  // Loading this module is a tenth of a command that fetches nothing.
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  for (const flag of flags) setFlagsFromString(flag);
}
