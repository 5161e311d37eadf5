// The lines of each room of src/, a folder or one of service/, cli/ and generator/, as the table of
// docs/rooms.md has them: `node scripts/rooms.js` prints it. test/rooms.test.ts compares the two.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { sourceFiles } from './import-graph.js';

/** Written by the build. */
const WRITTEN = /^client\/(?:methods|resources)\.ts$/;

/** Parts whose folders are rooms of their own. */
const DIVIDED = /^(?:service|cli|generator)\/[^/]+\//;

/** @returns {Map<string, number>} lines by room, in the order of their names */
export function linesOfRooms() {
  const lines = new Map();
  for (const file of sourceFiles().filter((path) => !WRITTEN.test(path))) {
    const room = DIVIDED.exec(file)?.[0] ?? file.slice(0, file.indexOf('/') + 1);
    const count = readFileSync(`src/${file}`, 'utf8').split('\n').length - 1;
    lines.set(room, (lines.get(room) ?? 0) + count);
  }
  return lines;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const [room, count] of linesOfRooms()) console.log(`| ${room.slice(0, -1)} | ${count} |`);
}
