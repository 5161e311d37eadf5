import { setFlagsFromString } from 'node:v8';

/**
 * Leaves undici's HTTP parser, which is WebAssembly, in the form that is ready at once. Compiling it
 * a second time, for speed, costs a command about 70 ms of CPU, a fifth of the whole, to read
 * answers of some kilobytes. For the command line alone: what serves for long is better off with it.
 */
export function spareTierUp(): void {
  setFlagsFromString(`--wasm-tiering-budget=${2 ** 31 - 1}`);
}
