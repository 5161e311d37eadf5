import { expect, it } from 'vitest';
import { problems } from './reading.js';

it.each([
  ['{"feeds": []', '1:1: the "{" is never closed.'],
  ['{\n  "feeds": [\n    {"url": "a.example"}\n', 'is never closed.'],
  ['feeds:\n  - url: "a.example\n', 'is never closed.'],
  ['feeds:\n  - url: a.example\n   title: A\n', 'must be indented'],
])('says in plain words what is wrong with %j', async (text, message) => {
  const [first = ''] = await problems(text, 'feeds.yaml');
  expect(first).toContain(message);
  expect(first).not.toMatch(/flow|block|scalar|mapping|sequence|implicit/i);
});
