// Registers the formats of messages: each folder of src/messages is a service, with its row and its
// renderer. The two lists of them (src/resources/chats.ts, src/messages/chats.ts) are not in git.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { loadTypeScript } from './load-typescript.js';

const HEADER =
  '// Generated from the folders of src/messages by scripts/chat-formats.js. Do not edit.\n';

/** Writes the lists, unless they hold this. */
export async function writeChatFormats() {
  const names = readdirSync('src/messages', { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  const rows = await loadTypeScript(
    names
      .map((name) => `export { row as ${name} } from './src/messages/${name}/row.ts';`)
      .join('\n'),
  );
  const fields = names.map((name) => `  ${name}: ${literal(rows[name])},\n`);
  write(
    'src/resources/chats.ts',
    `\n/** The rows of the folders. */\nexport const CHATS = {\n${fields.join('')}} as const;\n`,
  );
  const imports = names.map(
    (name) => `import { renderer as ${name} } from './${name}/renderer.js';\n`,
  );
  write(
    'src/messages/chats.ts',
    `${imports.join('')}\nexport const CHAT_RENDERERS = { ${names.join(', ')} };\n`,
  );
}

/** Plain data and regular expressions as source text. */
function literal(value) {
  if (value instanceof RegExp) return String(value);
  if (typeof value !== 'object') return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, each]) => `${name}: ${literal(each)}`);
  return `{ ${fields.join(', ')} }`;
}

function write(file, source) {
  const text = HEADER + source;
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}
