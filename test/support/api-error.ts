import { ApiError, type ApiErrorFacts } from '../../src/client/errors.js';

/** Facts of an answer about which nothing else matters. */
export const FACTS: ApiErrorFacts = {
  status: 200,
  method: 'GET',
  path: '/v1/feeds',
  codes: [],
  errorBody: undefined,
  bodyStart: undefined,
  contentType: undefined,
  requestId: undefined,
  retryAfterSeconds: undefined,
};

/** An answer of a service that refuses a request. */
export function refusal(facts: Partial<ApiErrorFacts>): ApiError {
  return new ApiError('Refused.', { ...FACTS, ...facts });
}
