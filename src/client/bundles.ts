import { pathSegment } from './base-url.js';
import { type Calls, isEmptySuccess, isGoneAlready, readAnswer } from './calls.js';
import { decodeBundle, decodeBundleSummary, isObject, rememberAnswer } from './decode.js';
import type { CallOptions, ItemOptions, PageOptions } from './options.js';
import type { ListOptions, Rows } from './paging.js';
import type {
  Bundle,
  BundleSummary,
  CreateBundleBody,
  Deleted,
  UpdateBundleBody,
} from './resources.js';

/** Bundles and their members. */
export class BundleCalls {
  readonly #calls: Calls;

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  create(body: CreateBundleBody, options: CallOptions): Promise<BundleSummary> {
    // Hosted services want the field even when there is nothing in it.
    const complete = { ...body, feeds: body.feeds ?? [] };
    const call = { ...options, body: complete };
    return this.#calls.call('POST', '/v1/bundles', decodeBundleSummary, call);
  }

  get(id: string, { sort, dropped, ...options }: ItemOptions): Promise<Bundle> {
    const query = { sort, dropped };
    return this.#calls.call('GET', pathOf(id), decodeBundle, { ...options, query });
  }

  async list({ limit, offset, ...options }: PageOptions): Promise<BundleSummary[]> {
    const query = { limit, offset };
    return (await this.#calls.page('/v1/bundles', decodeBundleSummary, { ...options, query })).data;
  }

  all(options: ListOptions): Rows<BundleSummary> {
    return this.#calls.rows(options, (call) =>
      this.#calls.page('/v1/bundles', decodeBundleSummary, call),
    );
  }

  update(id: string, body: UpdateBundleBody, options: CallOptions): Promise<BundleSummary> {
    return this.#calls.call('PATCH', pathOf(id), decodeBundleSummary, { ...options, body });
  }

  delete(id: string, options: CallOptions): Promise<Deleted> {
    return this.#calls.delete(id, pathOf(id), options);
  }

  /** Answers with the bundle as it is afterwards, also where the service does not send it. */
  async changeMember(
    method: 'PUT' | 'DELETE',
    id: string,
    feedId: string,
    options: CallOptions,
  ): Promise<BundleSummary> {
    const path = `${pathOf(id)}/feeds/${pathSegment('feedId', feedId)}`;
    const answer = await this.#calls.send({ ...options, method, path });
    const { status } = answer.response;
    if (isGoneAlready(answer) || isEmptySuccess(answer)) return this.get(id, options);
    const bundle = readAnswer(answer, (body) =>
      isObject(body) && Array.isArray(body.feeds)
        ? rememberAnswer(decodeBundleSummary(body), { status, body })
        : undefined,
    );
    return bundle ?? this.get(id, options);
  }
}

function pathOf(id: string): string {
  return `/v1/bundles/${pathSegment('id', id)}`;
}
