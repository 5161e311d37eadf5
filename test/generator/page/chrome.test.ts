import { expect, it } from 'vitest';
import { readPage } from '../../../src/generator/page/page.js';

/** How far the text X of a page belongs to what surrounds the content. */
function share(body: string): number | undefined {
  const page = readPage(`<html><body><div>${body}</div></body></html>`, 'https://a.example/');
  const text = page.nodes.find((node) => node.kind === 'text' && node.text === 'X');
  return text && page.chrome[text.index];
}

it.each([
  ['nothing', '<div>X</div>', 0],
  ['a menu', '<nav>X</nav>', 1],
  ['a menu deep inside', '<nav><ul><li><b>X</b></ul></nav>', 1],
  ['a footer', '<footer>X</footer>', 1],
  ['what stands aside', '<aside>X</aside>', 0.5],
  ['the header of the site', '<header>X</header>', 0.35],
  ['the header of an article', '<article><header>X</header></article>', 0],
  ['a header after an article', '<article>y</article><header>X</header>', 0],
  ['an article in a menu', '<nav><article>X</article></nav>', 0],
  ['the main element in what stands aside', '<aside><main>X</main></aside>', 0],
  ['a feed', '<aside><div role="feed">X</div></aside>', 0],
  ['a role', '<div role="navigation">X</div>', 1],
  ['a role beside the content', '<div role="complementary">X</div>', 0.5],
  ['another role', '<div role="list">X</div>', 0],
  ['a class of menus', '<div class="main-menu">X</div>', 1],
  ['an id of menus', '<div id="site-nav">X</div>', 1],
  ['a class beside the content', '<div class="left-sidebar">X</div>', 0.5],
  ['an id beside the content', '<div id="most-read">X</div>', 0.5],
  ['a name of a state', '<div class="has-sidebar">X</div>', 0],
  ['a name around an article', '<div class="drawer"><article>y</article>X</div>', 0],
  [
    'an article in the footer of the page',
    '<main>y</main><footer><article>X</article></footer>',
    1,
  ],
  [
    'an article in the footer of a section',
    '<article>y</article><section><footer><article>X</article></footer></section>',
    0,
  ],
])('%s', (_, body, expected) => {
  expect(share(body)).toBeCloseTo(expected, 5);
});
