// Writes the import graphs into docs/architecture.md. test/import-rules.test.ts fails while the
// file holds other ones.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { drawGraph, drawRooms, folderGraph, WITH_ROOMS } from './import-graph.js';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const file = 'docs/architecture.md';
let text = readFileSync(file, 'utf8');
for (const part of WITH_ROOMS) draw(part, drawGraph(folderGraph(part)));
draw('folders', drawRooms());
writeFileSync(file, text);

function draw(name, drawing) {
  const block = new RegExp(`(\`\`\`text ${name}\\n)[\\s\\S]*?(?<=\\n)\`\`\``);
  text = text.replace(block, (_, fence) => `${fence}${drawing}\n\`\`\``);
}
