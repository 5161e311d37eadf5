import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Where files are opened in another way than by `readNamedFile`, and why that is safe. */
const OTHERS: Readonly<Record<string, string>> = {
  'src/base/read-file.ts': 'is readNamedFile',
  'src/base/file-lock.ts': 'a lock that feedctl made itself',
  'src/cli/commands/base/secret-file.ts': 'creates a file, and refuses one that exists',
  'src/cli/commands/completion/completion.ts': 'the configuration of the shell of the user',
  'src/cli/profiles/profile-store.ts': 'the configuration of feedctl, whose kind it checks',
  'src/cli/site/output-directory.ts': 'files of a directory that feedctl wrote',
  'src/cli/site/switch-files.ts': 'files of a directory that feedctl wrote',
  'src/service/core/own-process.ts': 'files of /proc with names of numbers',
  'src/service/maintenance/inspect-file.ts': 'the head of a database, whose kind it checks first',
  'src/service/maintenance/restore.ts': 'a copy of a database that was inspected',
  'src/service/render/watch-processes.ts': 'files of /proc with names of numbers',
  'src/service/store/sqlite/database-file.ts': 'the database, without waiting for a pipe',
  'src/service/maintenance/scratch-file.ts': 'creates a file, and syncs a directory',
};

const OPENS = /\b(?:open|openSync|readFile|readFileSync|createReadStream|copyFile|copyFileSync)\b/;

it('files that a command or a file names are opened in one place', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' });
  const sources = files.map((file) => `src/${file}`).filter((file) => /\.tsx?$/.test(file));
  const found = sources.filter((path) => {
    const source = readFileSync(path, 'utf8');
    const imports = source.matchAll(
      /(?:import|const) \{([^}]*)\}\s*(?:from|= process\.getBuiltinModule\()\s*'node:fs(?:\/promises)?'/g,
    );
    const isWhole = /(?:import \* as|import) \w+ from 'node:fs/.test(source);
    return isWhole || [...imports].some(([, names = '']) => OPENS.test(names));
  });
  expect(found.filter((path) => !(path in OTHERS))).toEqual([]);
  expect(Object.keys(OTHERS).filter((path) => !found.includes(path))).toEqual([]);
});
