import { expect, it } from 'vitest';
import { commandFor } from '../../../src/service/store/refusal.js';

const LAST = { version: 99, name: 'later', feedctl_version: '9.9.9', build_commit: 'abc123' };

it.each([
  ['/usr/lib/feedctl/lib/package', 'latest', /^sudo apt install \.\/feedctl_X\.Y\.Z_\w+\.deb$/],
  ['/usr/lib/feedctl/lib/package', '9.9.9', /^sudo apt install \.\/feedctl_9\.9\.9_\w+\.deb$/],
  ['/app', 'latest', /^git pull && docker build -f deploy\/Dockerfile -t feedctl \.$/],
  ['/usr/lib/node_modules/feedctl', 'latest', /^npm install --global feedctl@latest$/],
  [process.cwd(), 'latest', /^git -C \S+ pull && npm --prefix \S+ install$/],
  [process.cwd(), '9.9.9', /^git -C \S+ checkout abc123 && npm --prefix \S+ install$/],
])('what is installed in %s is updated to %s in the way it was installed', (root, to, command) => {
  expect(commandFor(to, LAST, root)).toMatch(command);
});
