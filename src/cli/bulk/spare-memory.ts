import { setFlagsFromString } from 'node:v8';

/**
 * Lets the heap grow to one and a half times the live data before a collection (the default of V8 is
 * four times), and leaves the part for new objects at the few megabytes that it has so early (instead
 * of 32). Exporting 100,000 feeds then takes 150 MiB instead of 270.
 */
export function spareMemory(): void {
  setFlagsFromString('--heap-growing-percent=50');
  setFlagsFromString('--semi-space-growth-factor=1');
}
