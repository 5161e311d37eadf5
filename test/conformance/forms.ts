import { serve } from '@hono/node-server';
import { afterAll, beforeAll, describe } from 'vitest';
import { createApiKey } from '../../src/service/accounts/api-keys.js';
import { openService, type Service } from '../../src/service/app/service.js';
import { ManualClock } from '../support/clock.js';
import { fileDatabase, STORE } from '../support/database.js';
import { type SourceServer, startSourceServer } from '../support/source-server.js';
import { Api } from './api.js';

/** A way to run the service: how requests reach it. Where its data lies is the run's (STORE). */
interface Form {
  name: string;
  reach(service: Service): Promise<{ send: Api['send']; close(): Promise<void> }>;
}

/**
 * Everything in this folder holds for each of these. How requests arrive is nothing to the store, so
 * that the other store is asked in one way only.
 */
const FORMS: readonly Form[] = [
  { name: `in-process on ${STORE}`, reach: inProcess },
  ...(STORE === 'sqlite' ? [{ name: `over HTTP on ${STORE}`, reach: overHttp }] : []),
];

/** What a conformance test has at hand; the fields are there once the tests run. */
export class Setup {
  #running: Running | undefined;

  /** @param isFirst the first of the forms: what no request changes is tested in it alone */
  constructor(readonly isFirst: boolean) {}

  /** Client of the owner account. */
  get api(): Api {
    return this.#get().api;
  }

  /** Client of another account of the same service. */
  get stranger(): Api {
    return this.#get().stranger;
  }

  get sources(): SourceServer {
    return this.#get().sources;
  }

  get clock(): ManualClock {
    return this.#get().clock;
  }

  get service(): Service {
    return this.#get().service;
  }

  async start(form: Form): Promise<void> {
    this.#running = await start(form);
  }

  async stop(): Promise<void> {
    await this.#get().close();
  }

  #get(): Running {
    if (this.#running === undefined) throw new Error('The service is not running.');
    return this.#running;
  }
}

type Running = Awaited<ReturnType<typeof start>>;

/** Runs the same tests against the service in each of its forms. */
export function describeConformance(section: string, tests: (setup: Setup) => void): void {
  describe.each(FORMS)(`${section} - $name`, (form) => {
    const setup = new Setup(form === FORMS[0]);
    beforeAll(() => setup.start(form));
    afterAll(() => setup.stop());
    tests(setup);
  });
}

async function start(form: Form) {
  const clock = new ManualClock();
  const sources = await startSourceServer();
  const database = await fileDatabase();
  const service = await openService({
    databasePath: database.location,
    clock,
    publicUrl: 'https://feeds.example.com',
    newsUrl: `${sources.origin}/news?q={query}&hl={language}&gl={country}`,
    allowPrivateNetworks: true,
  });
  const { send, close } = await form.reach(service);
  const { apiKey, apiSecret } = await service.issueOwnerKey('conformance');
  const api = new Api(send, `Bearer ${apiKey}:${apiSecret}`);
  return {
    api,
    stranger: new Api(send, await strangersKey(service)),
    sources,
    clock,
    service,
    async close() {
      await close();
      await service.close();
      await database.drop();
      await sources.close();
    },
  };
}

async function strangersKey({ http: { deps } }: Service): Promise<string> {
  await deps.store.db
    .insertInto('accounts')
    .values({ id: 'stranger', name: 'stranger', created_at: deps.clock.now() })
    .execute();
  const key = await createApiKey(
    deps.store,
    deps.clock,
    { id: 'stranger' },
    {
      name: 'conformance',
    },
  );
  return `Bearer ${key.apiKey}:${key.apiSecret}`;
}

async function inProcess(service: Service) {
  return {
    send: (path: string, init: RequestInit) =>
      service.fetch(new Request(`http://127.0.0.1${path}`, init)),
    close: async () => {},
  };
}

async function overHttp(service: Service) {
  const { server, port } = await new Promise<{ server: ReturnType<typeof serve>; port: number }>(
    (resolve) => {
      const listening = serve(
        { fetch: service.fetch, port: 0, hostname: '127.0.0.1' },
        ({ port: given }) => resolve({ server: listening, port: given }),
      );
    },
  );
  return {
    send: (path: string, init: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
