import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ProfileStore } from '../../../src/cli/profiles/profile-store.js';
import { asNobody } from '../../support/as-nobody.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

const WORK = {
  kind: 'remote',
  baseUrl: 'https://work.example',
  apiKey: 'c_work',
  apiSecret: 's_work',
  serviceVersion: null,
} as const;

const mode = (path: string) => statSync(path).mode & 0o777;

describe('the profile store', () => {
  it('is empty before anything was stored, and reading makes nothing', async () => {
    const directory = join(temporaryDirectory(), 'config');
    const store = new ProfileStore(directory);
    expect(await store.read()).toEqual({ current: 'embedded', profiles: {} });
    expect(() => statSync(directory)).toThrow('ENOENT');
  });

  it('keeps a profile, for its owner alone', async () => {
    const store = new ProfileStore(join(temporaryDirectory(), 'config'));
    await store.save('work', WORK);
    expect(await store.read()).toEqual({ current: 'work', profiles: { work: WORK } });
    expect(mode(store.file)).toBe(0o600);
    expect(mode(store.directory)).toBe(0o700);
  });

  it('keeps names with dots, and those of Object.prototype', async () => {
    const store = new ProfileStore(temporaryDirectory());
    await store.save('feeds.example.com', WORK);
    await store.save('constructor', WORK);
    const { profiles } = await store.read();
    expect(Object.keys(profiles)).toEqual(['feeds.example.com', 'constructor']);
  });

  it('leaves the mode of a file behind a symbolic link alone', async () => {
    const store = new ProfileStore(temporaryDirectory());
    await store.save('work', WORK);
    const elsewhere = join(temporaryDirectory(), 'shared.json');
    renameSync(store.file, elsewhere);
    chmodSync(elsewhere, 0o640);
    symlinkSync(elsewhere, store.file);
    expect((await store.read()).profiles).toEqual({ work: WORK });
    expect(mode(elsewhere)).toBe(0o640);
  });

  it('leaves the mode of a directory behind a symbolic link alone', async () => {
    const elsewhere = temporaryDirectory();
    const link = join(temporaryDirectory(), 'config');
    symlinkSync(elsewhere, link);
    const store = new ProfileStore(link);
    await store.save('work', WORK);
    chmodSync(elsewhere, 0o755);
    await store.read();
    expect(mode(elsewhere)).toBe(0o755);
  });

  it('tightens loose modes when it reads', async () => {
    const store = new ProfileStore(temporaryDirectory());
    await store.save('work', WORK);
    chmodSync(store.file, 0o644);
    chmodSync(store.directory, 0o755);
    await store.read();
    expect(mode(store.file)).toBe(0o600);
    expect(mode(store.directory)).toBe(0o700);
    expect([...store.writableByOthers]).toEqual([]);
  });

  it('remembers what others could write, also behind a link', async () => {
    const elsewhere = join(temporaryDirectory(), 'keys');
    writeFileSync(elsewhere, '{"current":null,"profiles":{}}');
    const store = new ProfileStore(temporaryDirectory());
    symlinkSync(elsewhere, store.file);
    chmodSync(elsewhere, 0o620);
    await store.read();
    expect([...store.writableByOthers]).toEqual([store.file]);
    chmodSync(store.directory, 0o777);
    await store.read();
    expect([...store.writableByOthers]).toEqual([store.file, store.directory]);
    expect(mode(store.directory)).toBe(0o700);
  });

  it.each([
    ['nothing', ''],
    ['half a file', '{"current": "work", "prof'],
    ['another shape', '["work"]'],
    ['a profile without a secret', '{"current":"work","profiles":{"work":{"kind":"remote"}}}'],
    ['an unknown kind', '{"current":"x","profiles":{"x":{"kind":"magic"}}}'],
    [
      'an address that is none',
      JSON.stringify({ current: 'w', profiles: { w: { ...WORK, baseUrl: 'nope' } } }),
    ],
  ])('explains a damaged file (%s) and leaves it alone', async (_, text) => {
    const store = new ProfileStore(temporaryDirectory());
    writeFileSync(store.file, text);
    for (const attempt of [() => store.read(), () => store.save('work', WORK)]) {
      await expect(attempt()).rejects.toMatchObject({
        exitCode: 2,
        code: 'CONFIG_DAMAGED',
        message: `The configuration file is damaged: ${store.file}`,
        hint: expect.stringContaining(`mv '${store.file}'`),
      });
      expect(readFileSync(store.file, 'utf8')).toBe(text);
    }
  });

  it('says which directory cannot be written', async () => {
    const parent = temporaryDirectory();
    chmodSync(parent, 0o755);
    const directory = join(parent, 'config');
    mkdirSync(directory, { mode: 0o555 });
    chmodSync(directory, 0o555);
    const store = new ProfileStore(directory);
    // Loaded here, because nobody may not read everything.
    await Promise.all([import('conf'), import('../../../src/base/file-lock.js')]);
    await asNobody(() =>
      expect(store.save('work', WORK)).rejects.toMatchObject({
        exitCode: 1,
        code: 'CONFIG_UNWRITABLE',
        message: `The configuration file cannot be written: ${store.file}`,
        hint: expect.stringContaining('FEEDCTL_CONFIG_DIR'),
      }),
    );
  });

  it('keeps every profile of many that are stored at once', async () => {
    const directory = temporaryDirectory();
    const names = Array.from({ length: 20 }, (_, index) => `office-${index}`);
    await Promise.all(names.map((name) => new ProfileStore(directory).save(name, WORK)));
    const store = new ProfileStore(directory);
    expect(Object.keys((await store.read()).profiles).sort()).toEqual(names.sort());
    expect(readdirSync(directory)).toEqual(['config.json']);
  });

  it('takes over the lock of a command that was killed', async () => {
    const store = new ProfileStore(temporaryDirectory());
    // Above the largest process id there can be.
    writeFileSync(`${store.file}.lock`, '4194305\n');
    await store.save('work', WORK);
    expect(readdirSync(store.directory)).toEqual(['config.json']);
  });

  it('keeps what another process stored in between', async () => {
    const directory = temporaryDirectory();
    const [one, other] = [new ProfileStore(directory), new ProfileStore(directory)];
    await one.read();
    await other.save('home', WORK);
    await one.save('work', WORK);
    expect(Object.keys((await other.read()).profiles)).toEqual(['home', 'work']);
  });
});
