// Everything of the feature style. An app that links `FeatureStore` instead builds no test store.

@_exported public import FeatureStore
@_exported public import FeatureTesting
