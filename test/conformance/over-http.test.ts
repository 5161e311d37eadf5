import { expect, it } from 'vitest';
import { type EndpointName, endpoints } from '../../src/contract/index.js';
import { startReceiver } from '../support/receiver.js';
import { describeOverHttp } from './forms.js';

/** A list of stories, each of them in an element of this name. */
const page = (element: string) =>
  `<title>News</title><main>${Array.from(
    { length: 8 },
    (_, at) =>
      `<${element} class="story"><a href="/news/story-number-${at}-about">Story number ${at} about the town</a> <time datetime="2026-01-0${at + 1}">x</time></${element}>`,
  ).join('')}</main>`;

// What each endpoint does, the tests beside this one ask within the process.
describeOverHttp('Every endpoint', (setup) => {
  it('answers a request with the status and the body of its row', async () => {
    const { sources, api } = setup;
    const left = new Set(Object.keys(endpoints));

    async function ask<Name extends EndpointName>(
      name: Name,
      params: { id?: string; feedId?: string; keyId?: string } = {},
      body?: unknown,
    ) {
      left.delete(name);
      const { method, path, statuses, response } = endpoints[name];
      const address = path.replace(
        /:(\w+)/g,
        (_, param) => params[param as keyof typeof params] ?? '',
      );
      const reply = await api.request(method, address, body);
      expect({ name, ...reply }).toMatchObject({ name, status: statuses[0] });
      return response().parse(reply.body) as ReturnType<
        ReturnType<(typeof endpoints)[Name]['response']>['parse']
      >;
    }

    const items = [1, 2].map((n) => ({ title: `Item ${n}`, link: `${sources.origin}/${n}` }));
    const url = sources.publish('/feed.xml', { title: 'News', items });
    const feed = await ask('createFeed', {}, { url, announce: true });
    expect((await ask('getFeed', feed)).items).toHaveLength(2);
    expect(await ask('listFeeds')).toHaveLength(1);
    await ask('updateFeed', feed, { title: 'Renamed' });
    await ask('updateFeedSettings', feed, { customAuthor: 'Ana' });
    expect(await ask('getFeedSettings', feed)).toMatchObject({ customAuthor: 'Ana' });
    expect((await ask('listItems')).items).toHaveLength(2);
    await ask('refreshFeed', feed);
    await ask('refreshFeeds', {}, { ids: [feed.id] });
    expect(await ask('listFeedHistory', feed)).not.toEqual([]);
    await ask('updateFeedSettings', feed, { full_text: true });
    await ask('fetchTexts', feed, { limit: 1 });
    await ask('backfillFeed', feed, { limit: 1 });
    await ask('preview', {}, { url });
    await ask('getServiceHealth');

    const show = (element: string) =>
      sources.on('/news', (_, response) => {
        response.setHeader('Content-Type', 'text/html');
        response.end(page(element));
      });
    const fromPage = await ask('createFeed', {}, { url: show('article'), from: 'html' });
    show('section');
    const { proposal } = await ask('getFeedRepair', fromPage);
    await ask('repairFeed', fromPage, { proposal });

    const bundle = await ask('createBundle', {}, { name: 'Both' });
    const member = { id: bundle.id, feedId: feed.id };
    await ask('addFeedToBundle', member);
    expect((await ask('getBundle', bundle)).feeds).toEqual([feed.id]);
    expect((await ask('removeFeedFromBundle', member)).feeds).toEqual([]);
    expect(await ask('updateBundle', bundle, { name: 'None' })).toMatchObject({ name: 'None' });
    expect(await ask('listBundles')).toHaveLength(1);
    await ask('deleteBundle', bundle);

    const receiver = await startReceiver();
    const webhook = await ask('createWebhook', {}, { url: receiver.url });
    const { id: delivery } = await ask('testWebhook', webhook);
    expect(await ask('listDeliveries')).toMatchObject([{ id: delivery }]);
    await ask('getDelivery', { id: delivery });
    await ask('replayDelivery', { id: delivery });
    await ask('resendDeliveries', webhook, { since: '1970-01-01' });
    await ask('rotateWebhookSecret', webhook);
    await ask('updateWebhook', webhook, { enabled: false });
    expect(await ask('getWebhook', webhook)).toMatchObject({ enabled: false });
    expect(await ask('listWebhooks')).toHaveLength(1);
    await ask('deleteWebhook', webhook);

    await ask('updateMute', {}, { rules: ['rumour'] });
    expect(await ask('getMute')).toEqual({ rules: ['rumour'] });

    const key = await ask('createKey', {}, { name: 'phone' });
    expect(await ask('listKeys')).toHaveLength(2);
    await ask('revokeKey', key);
    const account = await ask('createAccount', {}, { name: 'desk' });
    await ask('updateAccount', account, { enabled: false });
    expect(await ask('getAccount', account)).toMatchObject({ enabled: false });
    expect(await ask('listAccounts')).toContainEqual(expect.objectContaining({ name: 'desk' }));
    const { id: keyId } = await ask('createAccountKey', account, { name: 'theirs' });
    expect(await ask('listAccountKeys', account)).toHaveLength(1);
    await ask('revokeAccountKey', { id: account.id, keyId });
    await ask('deleteFeed', feed);

    expect([...left]).toEqual([]);
  });
});
