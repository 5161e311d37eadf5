import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  checkConfiguration,
  checkDataDirectory,
} from '../../../../src/cli/commands/doctor/check-files.js';
import { temporaryDirectory } from '../../../support/temporary-directory.js';

it.each([
  [0o700, 0o600, 'ok', []],
  [0o700, 0o640, 'warn', ['FILE can be read by others.']],
  [0o701, 0o600, 'warn', ['DIRECTORY is accessible to others.']],
  [0o710, 0o604, 'warn', ['FILE can be read by others.', 'DIRECTORY is accessible to others.']],
])('a configuration of the modes %o and %o: %s', async (ofDirectory, ofFile, status, loose) => {
  const directory = join(temporaryDirectory(), 'config');
  const file = join(directory, 'config.json');
  mkdirSync(directory);
  writeFileSync(file, '{}');
  chmodSync(file, ofFile);
  chmodSync(directory, ofDirectory);
  const text = loose.join(' ').replace('FILE', file).replace('DIRECTORY', directory);
  expect(await checkConfiguration({ file, directory } as never)).toMatchObject({
    status,
    detail: text === '' ? file : text,
    fixes: text === '' ? [] : [`chmod 700 ${directory} && chmod 600 ${file}`],
  });
});

it('a configuration need not be there', async () => {
  const directory = temporaryDirectory();
  const file = join(directory, 'none.json');
  expect(await checkConfiguration({ file, directory } as never)).toMatchObject({
    status: 'ok',
    detail: `${file}, not created yet`,
  });
});

it('a data directory is of its owner alone, or will be', async () => {
  const directory = join(temporaryDirectory(), 'a', 'b');
  const check = () => checkDataDirectory({ FEEDCTL_DATA_DIR: directory });
  expect(await check()).toMatchObject({ status: 'ok', detail: `${directory}, not created yet` });
  mkdirSync(directory, { recursive: true });
  chmodSync(directory, 0o700);
  expect(await check()).toMatchObject({ status: 'ok', detail: directory });
  chmodSync(directory, 0o750);
  expect(await check()).toMatchObject({
    status: 'warn',
    detail: `${directory} is accessible to others.`,
    fixes: [`chmod 700 ${directory}`],
  });
});
