// Writes the import graphs into docs/architecture.md. test/import-rules.test.ts fails while the
// file holds other ones.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { drawGraph, folderGraph } from './import-graph.js';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const file = 'docs/architecture.md';
let text = readFileSync(file, 'utf8');
for (const part of ['service', 'generator', 'cli']) {
  const block = new RegExp(`(\`\`\`text ${part}\\n)[\\s\\S]*?(?<=\\n)\`\`\``);
  text = text.replace(block, (_, fence) => `${fence}${drawGraph(folderGraph(part))}\n\`\`\``);
}
writeFileSync(file, text);
