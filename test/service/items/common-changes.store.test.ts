import { expect, it } from 'vitest';
import { HOUR } from '../../../src/service/core/durations.js';
import { startSetup } from '../../support/refresh-setup.js';

const WORDS = 'amber birch cedar dune ember fjord grove heath inlet juniper'.split(' ');

interface Post {
  title: string;
  text: string;
}

const posts = (count: number): Post[] =>
  WORDS.slice(0, count).map((word, at) => ({
    title: `A walk to the ${word} in autumn`,
    text: `<p>The way begins behind the mill and ends at the ${word}.</p><p>Walked ${at + 3} times</p>`,
  }));

const only =
  (these: readonly number[], change: (post: Post, at: number) => Partial<Post>) =>
  (all: readonly Post[]) =>
    all.map((post, at) => (these.includes(at) ? { ...post, ...change(post, at) } : post));

const every = (change: (post: Post, at: number) => Partial<Post>) =>
  only([...WORDS.keys()], change);

/** Feeds of ten posts, what becomes of these, and how many changes are told. */
const CHANGES: Record<string, [(all: readonly Post[]) => Post[], told: number]> = {
  'a field in front': [
    every(({ text }, at) => ({ text: `<p>Reading time: ${at + 2} min</p>${text}` })),
    0,
  ],
  'a field behind': [
    every(({ text }, at) => ({ text: `${text}<p>Tags: ${WORDS[9 - at]}</p>` })),
    0,
  ],
  'a name behind titles': [every(({ title }) => ({ title: `${title} – Walks Weekly` })), 0],
  'other words': [
    every(({ text }) => ({ text: text.replace('The way begins', 'The walk starts') })),
    0,
  ],
  'other punctuation': [every(({ text }) => ({ text: text.replace(' and', ', and') })), 0],
  'counts of half': [
    only([0, 2, 4, 6, 8], ({ text }) => ({ text: text.replace('Walked ', 'Walked 1') })),
    0,
  ],
  'the same words of four': [only([0, 1, 2, 3], ({ text }) => ({ text: `Closed: ${text}` })), 4],
  'other words of each': [
    every(({ text }, at) => ({ text: text.replace('mill', `${WORDS[9 - at]} house`) })),
    10,
  ],
  prices: [every(({ text }, at) => ({ text: `${text}<p>For ${at + 10} euros</p>` })), 0],
  'other prices': [
    every(({ text }, at) => ({ text: text.replace(/Walked \d+ times/, `For ${at + 20} euros`) })),
    10,
  ],
  'one edit next to a template': [
    (all) =>
      only([3], () => ({ text: '<p>Closed.</p>' }))(
        every(({ title }) => ({ title: `Walk: ${title}` }))(all),
      ),
    1,
  ],
};

it('tells nothing of what half of the known entries changed alike', async () => {
  const { sources, create, refresh } = await startSetup();
  const told: Record<string, number | undefined> = {};
  for (const [name, [change]] of Object.entries(CHANGES)) {
    const path = `/${name.replaceAll(' ', '-')}.xml`;
    const publish = (all: readonly Post[]) =>
      sources.publish(path, {
        title: name,
        items: all.map(({ title, text }, at) => ({ guid: `post-${at}`, title, description: text })),
      });
    const id = await create(publish(posts(10)));
    publish(change(posts(10)));
    told[name] = (await refresh(id))?.itemsChanged;
  }
  expect(told).toEqual(
    Object.fromEntries(Object.entries(CHANGES).map(([name, [, count]]) => [name, count])),
  );
});

it('tells three changes of a number in a day, then none of it, but each change of a price', async () => {
  const { sources, create, refresh, clock } = await startSetup();
  const publish = (n: number) =>
    sources.publish('/counts.xml', {
      title: 'Counts',
      items: [
        {
          guid: 'a',
          title: 'A tool that people use',
          description: `<p>${n} stars</p><p>It cuts.</p>`,
        },
        {
          guid: 'b',
          title: 'A lamp that people buy',
          description: `<p>${n} euros</p><p>It shines.</p>`,
        },
      ],
    });
  const id = await create(publish(100));
  const told: (number | undefined)[] = [];
  for (let n = 101; n < 107; n += 1) {
    clock.advance(HOUR);
    publish(n);
    told.push((await refresh(id))?.itemsChanged);
  }
  expect(told).toEqual([2, 2, 2, 1, 1, 1]);
});
