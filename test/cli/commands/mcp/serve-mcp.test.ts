import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { toolsFor } from '../../../../src/cli/commands/mcp/call-tool.js';
import { createServer } from '../../../../src/cli/commands/mcp/serve-mcp.js';
import type { Context } from '../../../../src/cli/verbs/context.js';
import { FeedClient } from '../../../../src/client/index.js';
import { type HostedDialect, startHostedDialect } from '../../../fakes/hosted-dialect.js';

let hosted: HostedDialect;
beforeEach(async () => {
  hosted = await startHostedDialect();
});
afterEach(() => hosted.close());

/** An agent that is connected to a server on the account of the fake. */
async function agent(allowWrites: boolean) {
  const { key: apiKey, secret: apiSecret } = hosted.account;
  const client = new FeedClient({ baseUrl: hosted.url, apiKey, apiSecret, extensions: 'detect' });
  const context = { client: async () => client } as unknown as Context;
  const running = new Set<Promise<unknown>>();
  const server = createServer(context, toolsFor(allowWrites), running);
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const connected = new Client({ name: 'test', version: '1' });
  await Promise.all([server.connect(theirs), connected.connect(ours)]);
  onTestFinished(async () => {
    await connected.close();
    await client.close();
  });
  return { agent: connected, running };
}

it('says of each tool what it may do', async () => {
  const kinds = async (allowWrites: boolean) => {
    const { tools } = await (await agent(allowWrites)).agent.listTools();
    return tools.map(
      ({ name, annotations: { readOnlyHint, destructiveHint, idempotentHint } = {} }) => [
        name,
        { readOnlyHint, destructiveHint, idempotentHint },
      ],
    );
  };
  const reads = { readOnlyHint: true, destructiveHint: false, idempotentHint: true };
  const writes = { readOnlyHint: false, destructiveHint: false, idempotentHint: false };
  const reading = await kinds(false);
  expect(reading).toContainEqual(['list_feeds', reads]);
  expect(reading.map(([, kind]) => kind)).toEqual(reading.map(() => reads));
  expect(await kinds(true)).toEqual(
    expect.arrayContaining([
      ...reading,
      ['create_feed', writes],
      ['delete_feed', { ...writes, destructiveHint: true }],
    ]),
  );
});

it('lists and reads feeds and bundles as resources, and says what is wrong with others', async () => {
  hosted.state().addFeed({ id: 'f', source_url: 'https://a.example/', title: 'Feed' });
  hosted.state().addBundle({ id: '_b', name: 'Bundle' });
  const { agent: connected, running } = await agent(false);
  const feeds = await connected.listResources();
  expect(feeds).toMatchObject({
    resources: [{ uri: 'feedctl://feeds/f' }],
    nextCursor: 'bundles:0',
  });
  const bundles = await connected.listResources({ cursor: feeds.nextCursor });
  expect(bundles.resources).toMatchObject([{ uri: 'feedctl://bundles/_b' }]);
  expect(bundles.nextCursor).toBeUndefined();
  const { contents } = await connected.readResource({ uri: 'feedctl://feeds/f' });
  expect(contents).toEqual([expect.objectContaining({ text: expect.stringContaining('"Feed"') })]);
  await expect(connected.readResource({ uri: 'feedctl://feeds/none' })).rejects.toMatchObject({
    code: -32603,
    data: { code: 'feed_not_found' },
  });
  await expect(connected.readResource({ uri: 'file:///etc/passwd' })).rejects.toMatchObject({
    code: -32602,
  });
  expect((await connected.listResourceTemplates()).resourceTemplates).toHaveLength(2);
  expect(running.size).toBe(0);
});
