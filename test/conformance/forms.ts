import { serve } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { type EndpointName, endpoints } from '../../src/contract/index.js';
import { type Account, OWNER } from '../../src/service/accounts/account.js';
import { createApiKey } from '../../src/service/accounts/api-keys.js';
import { openService, type Service } from '../../src/service/app/service.js';
import { type AnsweredCalls, answering, asAccount } from '../../src/service/calls/as-account.js';
import { silentLogger } from '../../src/service/core/logger.js';
import { ManualClock } from '../support/clock.js';
import { fileDatabase, STORE } from '../support/database.js';
import { type SourceServer, startSourceServer } from '../support/source-server.js';
import { Api, type Call } from './api.js';

/** A way to run the service: how requests reach it. Where its data lies is the run's (STORE). */
interface Form {
  name: string;
  reach(service: Service): Promise<Reached>;
}

interface Reached {
  send: Api['send'];
  /** How an account calls endpoints without a request, where it can. */
  callAs?(account: Account): Call;
  close(): Promise<void>;
}

const IN_PROCESS: Form = { name: `in-process on ${STORE}`, reach: inProcess };
const OVER_HTTP: Form = { name: `over HTTP on ${STORE}`, reach: overHttp };

/** Tests of the service: as calls within this process. */
export const describeConformance = conformanceOf(IN_PROCESS);

/** Tests of what is about requests themselves, which are nothing to the other store. */
export const describeAnyWay = conformanceOf(IN_PROCESS, ...(STORE === 'sqlite' ? [OVER_HTTP] : []));

export const describeOverHttp = conformanceOf(OVER_HTTP);

/** What a conformance test has at hand; the fields are there once the tests run. */
export class Setup {
  #running: Running | undefined;

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

function conformanceOf(...forms: Form[]) {
  return (section: string, tests: (setup: Setup) => void): void =>
    describe.each(forms)(`${section} - $name`, (form) => {
      const setup = new Setup();
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
  const { send, callAs, close } = await form.reach(service);
  const { apiKey, apiSecret } = await service.issueOwnerKey('conformance');
  const api = new Api(send, `Bearer ${apiKey}:${apiSecret}`, callAs?.(OWNER));
  return {
    api,
    stranger: new Api(send, await strangersKey(service), callAs?.({ id: 'stranger' })),
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

/** As the embedded form of the command line: calls, and HTTP only for what is no call. */
async function inProcess(service: Service): Promise<Reached> {
  return {
    send: (path, init) => service.fetch(new Request(`http://127.0.0.1${path}`, init)),
    callAs: (account) => callsOf(answering(asAccount(service.http, account, true), silentLogger)),
    close: async () => {},
  };
}

function callsOf(call: AnsweredCalls): Call {
  return async (method, path, body) => {
    const { pathname, searchParams } = new URL(path, 'http://127.0.0.1');
    const query: Record<string, string> = {};
    for (const [name, value] of searchParams) query[name] ??= value;
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const params = endpoint.method === method ? match(endpoint.path, pathname) : null;
      if (params === null) continue;
      const { status, body: sent } = await call(name as EndpointName, { params, query, body });
      // What JSON cannot hold would reach callers in this process only.
      expect(sent).toStrictEqual(JSON.parse(JSON.stringify(sent)));
      return { status, headers: new Headers(), body: sent };
    }
    return null;
  };
}

/** The parameters in an address of the form `/v1/feeds/:id`; null for another address. */
function match(path: string, address: string): Record<string, string> | null {
  const found = new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`).exec(address);
  const params = Object.entries(found?.groups ?? {});
  return (
    found && Object.fromEntries(params.map(([name, part]) => [name, decodeURIComponent(part)]))
  );
}

async function overHttp(service: Service): Promise<Reached> {
  const { server, port } = await new Promise<{ server: ReturnType<typeof serve>; port: number }>(
    (resolve) => {
      const listening = serve(
        { fetch: service.fetch, port: 0, hostname: '127.0.0.1' },
        ({ port: given }) => resolve({ server: listening, port: given }),
      );
    },
  );
  return {
    send: (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
