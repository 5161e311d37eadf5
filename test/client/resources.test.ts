import { expectTypeOf, it } from 'vitest';
import type * as client from '../../src/client/index.js';
import type * as contract from '../../src/contract/index.js';

// The library spells its types out so that they can be read; the compiler keeps them equal.
it('has the types of the contract', () => {
  expectTypeOf<client.Author>().toEqualTypeOf<contract.Author>();
  expectTypeOf<client.Item>().toEqualTypeOf<contract.Item>();
  expectTypeOf<client.FeedSummary>().toEqualTypeOf<contract.FeedSummary>();
  expectTypeOf<client.Feed>().toEqualTypeOf<contract.Feed>();
  expectTypeOf<client.FeedSettings>().toEqualTypeOf<contract.FeedSettings>();
  expectTypeOf<client.BundleSummary>().toEqualTypeOf<contract.BundleSummary>();
  expectTypeOf<client.Bundle>().toEqualTypeOf<contract.Bundle>();
  expectTypeOf<client.Deleted>().toEqualTypeOf<contract.Deleted>();
  expectTypeOf<client.Sort>().toEqualTypeOf<contract.Sort>();
  expectTypeOf<client.KeywordMode>().toEqualTypeOf<contract.KeywordMode>();
  expectTypeOf<client.Selectors>().toEqualTypeOf<contract.Selectors>();
  expectTypeOf<client.CreateFeedBody>().toEqualTypeOf<contract.CreateFeedBody>();
  expectTypeOf<client.UpdateFeedBody>().toEqualTypeOf<contract.UpdateFeedBody>();
  expectTypeOf<client.UpdateFeedSettingsBody>().toEqualTypeOf<contract.UpdateFeedSettingsBody>();
  expectTypeOf<client.CreateBundleBody>().toEqualTypeOf<contract.CreateBundleBody>();
  expectTypeOf<client.UpdateBundleBody>().toEqualTypeOf<contract.UpdateBundleBody>();
  expectTypeOf<client.ApiKey>().toEqualTypeOf<contract.ApiKey>();
  expectTypeOf<client.NewApiKey>().toEqualTypeOf<contract.NewApiKey>();
  expectTypeOf<client.RevokedKey>().toEqualTypeOf<contract.RevokedKey>();
  expectTypeOf<client.Account>().toEqualTypeOf<contract.Account>();
  expectTypeOf<client.CreateAccountBody>().toEqualTypeOf<contract.CreateAccountBody>();
  expectTypeOf<client.UpdateAccountBody>().toEqualTypeOf<contract.UpdateAccountBody>();
  expectTypeOf<client.ErrorObject>().toEqualTypeOf<contract.ErrorBody>();
});
