import { hash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { release } from '../../scripts/release.js';
import { packedPackage } from '../support/packed-package.js';
import { numberedItems } from '../support/rss.js';
import { startSourceServer } from '../support/source-server.js';
import { fileDirectory, temporaryDirectory } from '../support/temporary-directory.js';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const architecture = process.arch === 'x64' ? 'amd64' : process.arch;
const tarball = `feedctl-${version}-linux-${process.arch}.tar.gz`;
const debianPackage = `feedctl_${version}_${architecture}.deb`;

describe.runIf(process.platform === 'linux')('npm run release', () => {
  const out = fileDirectory();
  let files: string[] = [];
  beforeAll(async () => {
    files = released((await packedPackage()).tarball, out, (name) => resolve('node_modules', name));
  });

  it('makes a tarball that works where there is no Node.js', async () => {
    const home = temporaryDirectory();
    await execa('tar', ['-xzf', join(out, tarball), '-C', home]);
    // All that the launcher needs of a system, and a link as people make them.
    const path = join(home, 'path');
    mkdirSync(path);
    for (const program of ['sh', 'readlink']) {
      const { stdout } = await execa('which', [program]);
      symlinkSync(stdout, join(path, program));
    }
    const folder = tarball.replace('.tar.gz', '');
    symlinkSync(join(home, folder, 'bin/feedctl'), join(path, 'feedctl'));
    const feedctl = (...args: string[]) =>
      execa(join(path, 'feedctl'), args, {
        cwd: home,
        env: { PATH: path, HOME: home, FEEDCTL_ALLOW_PRIVATE_NETWORKS: '1' },
        extendEnv: false,
      });

    expect((await feedctl('--version')).stdout).toBe(version);
    const sources = await startSourceServer();
    onTestFinished(() => sources.close());
    const url = sources.publish('/news.xml', { title: 'News', items: numberedItems(2) });
    await feedctl('feeds', 'create', url);
    const { stdout } = await feedctl('feeds', 'list', '--json');
    expect(JSON.parse(stdout)).toMatchObject([{ title: 'News', source_url: url }]);
  });

  it('makes the same bytes twice', async () => {
    // Of a few small files: compressing is most of the work.
    const small = temporaryDirectory();
    mkdirSync(join(small, 'package/bin'), { recursive: true });
    for (const file of ['package.json', 'bin/feedctl.js']) {
      copyFileSync(file, join(small, 'package', file));
    }
    const archive = join(small, 'small.tgz');
    await execa('tar', ['-czf', archive, '-C', small, 'package']);
    const outs = [temporaryDirectory(), temporaryDirectory()] as const;
    for (const each of outs) {
      expect(released(archive, each, () => join(small, 'package'))).toEqual(files);
    }
    for (const file of files) {
      const [first, second] = outs.map((each) => readFileSync(join(each, file)));
      expect([file, first]).toEqual([file, second]);
    }
    // Nothing of this moment, of which both are: neither in what gzip writes nor in what tar does.
    const packed = join(outs[0], tarball);
    expect(readFileSync(packed).readUInt32LE(4)).toBe(0);
    const { stdout } = await execa('tar', ['--utc', '-tvzf', packed]);
    const lines = stdout.split('\n');
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.filter((line) => !/ 0\/0 .* 1985-10-26 08:15 /.test(line))).toEqual([]);
  });

  it('says what is inside', () => {
    expect(files).toEqual([tarball, debianPackage, `feedctl-${version}.cdx.json`, 'SHA256SUMS']);
    const sums = files.slice(0, -1).map((file) => {
      return `${hash('sha256', readFileSync(join(out, file)))}  ${file}\n`;
    });
    expect(readFileSync(join(out, 'SHA256SUMS'), 'utf8')).toBe(sums.join(''));

    const parts = JSON.parse(readFileSync(join(out, `feedctl-${version}.cdx.json`), 'utf8'));
    expect(parts.metadata.component).toMatchObject({ name: 'feedctl', version });
    const names = parts.components.map(({ name }: { name: string }) => name);
    for (const name of ['node', 'libsql', `@libsql/linux-${process.arch}-gnu`, 'kysely']) {
      expect(names).toContain(name);
    }
    for (const { version, licenses, type } of parts.components) {
      expect(version).toMatch(/^\d+\.\d+\.\d+/);
      if (type === 'library') expect(licenses).toEqual([{ expression: expect.any(String) }]);
    }
  });

  it('makes a Debian package that dpkg reads', async () => {
    const file = join(out, debianPackage);
    // `ar` and `dpkg-deb` are not on every machine that runs the tests; the names are in the file.
    const members = readFileSync(file)
      .toString('latin1')
      .match(/(?:debian-binary|\w+\.tar\.gz) +(?=499162500 +0 +0 )/g);
    expect(members?.map((name) => name.trim())).toEqual([
      'debian-binary',
      'control.tar.gz',
      'data.tar.gz',
    ]);
    const dpkg = await execa('dpkg-deb', ['--fsys-tarfile', file], {
      reject: false,
      encoding: 'buffer',
    });
    if (dpkg.code === 'ENOENT') return;
    const root = temporaryDirectory();
    await execa('tar', ['-xf', '-', '-C', root], { input: dpkg.stdout });
    const read = (path: string) => readFileSync(join(root, path), 'utf8');
    expect(read('usr/bin/feedctl')).toContain('exec "$home/lib/node"');
    expect(read('usr/share/man/man1/feedctl.1')).toBe(readFileSync('docs/feedctl.1', 'utf8'));
    expect(read('usr/share/doc/feedctl/copyright')).toBe(readFileSync('LICENSE', 'utf8'));
    const { stdout } = await execa('dpkg-deb', [
      '--field',
      file,
      'Package',
      'Version',
      'Architecture',
    ]);
    expect(stdout).toBe(`Package: feedctl\nVersion: ${version}\nArchitecture: ${architecture}`);
  });
});

/**
 * Writes a release for this machine and returns the names of its files; nothing is downloaded. What runs
 * this test stands for its Node.js: packing one of 120 MB took most of the time.
 */
function released(packed: string, out: string, installed: (name: string) => string): string[] {
  const packages = join(out, 'packages');
  mkdirSync(join(packages, 'bin'), { recursive: true });
  const node = `#!/bin/sh\nexec '${process.execPath}' "$@"\n`;
  writeFileSync(join(packages, 'bin/node'), node, { mode: 0o755 });
  writeFileSync(join(packages, 'LICENSE'), 'MIT');
  const find = (name: string) => (name.startsWith('node-') ? packages : installed(name));
  return release(out, [`linux-${process.arch}`], packed, find);
}
