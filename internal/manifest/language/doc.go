// Package language describes what people write into a site's folder as JSON
// Schemas, for editors: the manifest language, quartet.yaml and seed documents.
// An editor with a YAML language server completes, explains and checks by them.
//
// The words of the language come from where they are read (internal/manifest,
// internal/jsonschema, internal/settings, internal/seed); this package adds the
// shapes and the descriptions. Tests hold both against the readers, in both
// directions: a key that only one of them knows fails (decision 182).
//
// What a site's manifests name is offered beside it, and never demanded
// (decision 183).
package language
