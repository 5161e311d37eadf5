import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { keepMedia } from '../../../../src/service/sources/article/kept-media.js';
import { placeAt } from '../../../../src/service/sources/document/references.js';

/** The page with marks for its media, and the same with these put back. */
function kept(body: string) {
  const { document } = parseHTML(`<html><body>${body}</body></html>`);
  const back = keepMedia(document, placeAt('https://a.test/'));
  const marked = document.body.innerHTML;
  return { marked, back: back(marked) };
}
const video = '<video src="/1.mp4" controls></video>';

describe('the media of an article', () => {
  it.each([
    ['a film', video],
    ['a sound', '<audio src="/1.mp3" controls></audio>'],
  ])('%s is a mark, and put back', (_, html) => {
    const { marked, back } = kept(`<p>Text</p>${html}<p>More</p>`);
    expect(marked).toBe('<p>Text</p><p>\ue0a00\ue0a1</p><p>More</p>');
    expect(back).toMatch(/^<p>Text<\/p><(?:video|audio)[^>]*a\.test\/1\.mp[^>]*>.*<p>More<\/p>$/s);
  });

  it('that nothing is left of are nothing, as are other elements', () => {
    const { marked, back } = kept('<object></object><my-box>Text</my-box>');
    expect(marked).toBe('<p></p><my-box>Text</my-box>');
    expect(back).toBe(marked);
  });

  it('within others are theirs', () => {
    const { marked } = kept(`<audio src="/1.mp3"><iframe src="https://b.test/"></iframe></audio>`);
    expect(marked).toBe('<p>\ue0a00\ue0a1</p>');
    expect(kept(`<noscript>${video}</noscript>`).marked).toContain('<video');
  });

  it('are put back where the mark has lost its paragraph, and unknown marks are nothing', () => {
    const { document } = parseHTML(`<html><body>${video}</body></html>`);
    const back = keepMedia(document, placeAt('https://a.test/'));
    expect(back('<div>\ue0a00\ue0a1</div>')).toContain('<div><video');
    expect(back('<p> \ue0a00\ue0a1 </p>')).toMatch(/^<video/);
    expect(back('<div>\ue0a07\ue0a1</div>')).toBe('<div></div>');
  });

  it('are a hundred at most', () => {
    const { marked } = kept(video.repeat(101));
    expect(marked.match(/\ue0a0/g)).toHaveLength(100);
    expect(marked.match(/<video/g)).toHaveLength(1);
  });
});
