import { expect, it } from 'vitest';
import { answerTask } from '../../../src/service/app/reading-worker.js';

const url = 'https://a.example/';
const html = `<html><head><title>News</title></head><body><main>${Array.from(
  { length: 6 },
  (_, at) => `<article><h2><a href="/story-${at}">Story number ${at}</a></h2></article>`,
).join('')}</main></body></html>`;

it('answers a job with its result', async () => {
  expect(await answerTask({ name: 'survey', input: { html, url } })).toHaveProperty('result');
  expect(await answerTask({ name: 'saved-page', input: { html, url } })).toEqual({
    result: { drawn: expect.stringContaining('Story number 5'), sheets: [] },
  });
  const input = { html, url, now: 0, wanted: [7], unwanted: [] };
  expect(await answerTask({ name: 'pointed-lists', input })).toMatchObject({
    result: [{ items: 6, titles: expect.arrayContaining(['Story number 0']) }],
  });
});

it('answers with the code of an error of the service, and without one for any other', async () => {
  const input = {
    kind: 'rss',
    url,
    now: 0,
    ...{ bytes: Buffer.from('no feed'), charset: { name: 'utf-8', mark: 0, isUtf8: true } },
  };
  expect(await answerTask({ name: 'feed', input })).toEqual({
    error: { code: 'SOURCE_INVALID', message: expect.stringContaining(url) },
  });
  expect(await answerTask({ name: 'survey', input: null })).toEqual({
    error: { code: null, message: expect.stringMatching(/null/) },
  });
});
