// Writes the tables of the settings of an operator into docs/self-hosting.md, from
// src/resources/operator.ts. test/docs.test.ts fails while the file holds other ones.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { withReference } from './api-docs.js';
import { loadTypeScript } from './load-typescript.js';

/**
 * The settings, a table for each heading.
 * @param operator the exports of src/resources/operator.ts
 */
export function settingsReference({ OPERATOR_SETTINGS, SETTING_GROUPS, writtenSetting }) {
  const tables = SETTING_GROUPS.map((group) => {
    const rows = OPERATOR_SETTINGS.filter((row) => row.group === group).map((row) => {
      const { name, doc } = row;
      const value = row.default === undefined ? '' : writtenSetting(row, row.default);
      return `| \`${name}\` | ${capitalised(doc.replaceAll('<', '&lt;'))} | ${value} | ${range(row, writtenSetting)} |`;
    });
    return [
      `### ${group}`,
      '',
      '| variable | what it is | default | range |',
      '|---|---|---|---|',
      ...rows,
    ].join('\n');
  });
  return { settings: tables.join('\n\n') };
}

function range(row, writtenSetting) {
  if (row.choices !== undefined) return row.choices.join(', ');
  const [least, most] = [row.least, row.most].map(
    (bound) => bound !== undefined && writtenSetting(row, bound),
  );
  if (least) return most ? `${least} to ${most}` : `from ${least}`;
  return most ? `to ${most}` : '';
}

function capitalised(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.chdir(fileURLToPath(new URL('..', import.meta.url)));
  const file = 'docs/self-hosting.md';
  const operator = await loadTypeScript("export * from './src/resources/operator.ts';");
  writeFileSync(file, withReference(readFileSync(file, 'utf8'), settingsReference(operator)));
}
