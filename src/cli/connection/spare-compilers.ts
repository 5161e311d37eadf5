/**
 * Has V8 compile what a single command needs and no more; only for the command line, a long-running
 * server benefits from the optimisation:
 *
 * - undici's HTTP parser, which is WebAssembly, stays in the form that is ready at once. Optimising
 *   it costs a command about 70 ms of CPU, a fifth of the total, to read a few kilobytes.
 * - Only functions that run for long are optimised. For a page of 100 kB the compilers run 20 to 70 ms
 *   in other threads and are done when there is nothing left to do; one of 4 MB takes a fifth less.
 *
 * `--no-regexp-tier-up` would spare such a page 10 ms more, but set at run time it crashes Node 20.
 */
export function spareCompilers(): void {
  // Loading this module is a tenth of a command that fetches nothing.
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  for (const flag of compilerFlags(process.versions.node)) setFlagsFromString(flag);
}

/** The flags for a version of Node. V8 prints an error for one that it does not know. */
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
