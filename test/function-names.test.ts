import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sourceFiles } from '../scripts/import-graph.js';

/** Files that the build writes. */
const WRITTEN = /client\/(?:methods|resources)\.ts$/;

/** One word each for what options, columns and decoders are made of: `text('NAME', …)`. */
const SHARED = new Set(['text', 'texts', 'flag']);

/** A name that three files give to functions of their own says too little to find one of them. */
const MOST_FILES = 2;

const DECLARED =
  /^(?:export )?(?:default )?(?:async )?function\*? (\w+)|^(?:export )?const (\w+)(?::[^=\n]+)? = (?:async )?(?:\([^)\n]*\)|\w+)(?:: [^=\n]+)? =>/gm;

it('a function has a name of its own, or shares it with one other file', () => {
  const files = new Map<string, string[]>();
  for (const file of sourceFiles().filter((path) => !WRITTEN.test(path))) {
    const names = readFileSync(`src/${file}`, 'utf8').matchAll(DECLARED);
    for (const name of new Set([...names].map((match) => match[1] ?? match[2] ?? ''))) {
      files.set(name, [...(files.get(name) ?? []), file]);
    }
  }
  const crowded = [...files].filter(([name, places]) => {
    return places.length > MOST_FILES && !SHARED.has(name);
  });
  expect(Object.fromEntries(crowded)).toEqual({});
});
