import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { medianUsage, usage } from './process.js';
import { freshMachine } from './served.js';
import { ITEMS, startSite } from './site.js';

const FEEDS = 100;

export const title = `A static site of ${FEEDS} feeds of ${ITEMS} items (57 kB each) on loopback, and a bundle of them`;

export async function run() {
  const site = await startSite();
  const machine = freshMachine();
  const { FEEDCTL_DATA_DIR: home } = machine.env;
  const file = `${home}.yaml`;
  const out = join(`${home}-site`, 'public');
  const urls = Array.from({ length: FEEDS }, (_, index) => `${site.origin}/${index}.xml`);
  const bundles = [{ name: 'All of them', feeds: urls }];
  writeFileSync(file, JSON.stringify({ feeds: urls.map((url) => ({ url })), bundles }));
  const build = ['build', file, '--out', out, '--site-url', 'https://example.org/', '-q'];
  try {
    const first = await usage(build, machine.env);
    const nothing = await medianUsage(build, machine.env);
    site.serve({ published: site.published + 5 });
    const news = await usage(build, machine.env);
    rmSync(`${out}.state.json`);
    const restored = await usage(build, machine.env);
    return [
      { what: 'nothing new: CPU', value: nothing.cpu, unit: 's', budget: 3 },
      { what: 'nothing new: resident memory', value: nothing.memory, unit: 'MiB', budget: 200 },
      { what: 'first build: CPU', value: first.cpu, unit: 's' },
      { what: `5 new of ${ITEMS} each: CPU`, value: news.cpu, unit: 's' },
      { what: `5 new of ${ITEMS} each: resident memory`, value: news.memory, unit: 'MiB' },
      { what: 'the state lost: CPU', value: restored.cpu, unit: 's' },
    ];
  } finally {
    machine.remove();
    site.close();
  }
}
